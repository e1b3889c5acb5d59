//@ assertions: unsafe  data-race: unsafe  others: safe
//@ twin: one_creator
// Two threads create the same worker, each once.
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
    pthread_create(&t, 0, worker, 0);
    return 0;
}
