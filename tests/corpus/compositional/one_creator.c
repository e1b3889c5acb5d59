//@ assertions: safe  others: safe
//@ twin: two_creators
//@ by: compositional
// A worker that is created by a thread that is created: there is one.
#include <assert.h>
#include <pthread.h>
int x;
void *worker(void *unused) {
    x = 1;
    assert(x == 1);
    x = 0;
    return 0;
}
void *creator(void *unused) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, creator, 0);
    return 0;
}
