//@ assertions: safe  others: safe
//@ twin: created_twice
//@ by: compositional
// Of a thread that is created at one place, once, there is one: it does not interfere with itself.
#include <assert.h>
#include <pthread.h>
int x;
void *worker(void *unused) {
    int before = x;
    x = before + 1;
    assert(x == before + 1);
    assert(x == 1);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    return 0;
}
