//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 21_worker_needs_a_lock_of_main
// main returns at once, and the worker may still have been faster.
#include <assert.h>
#include <pthread.h>

int d;

void *worker(void *unused) {
    if (d == 0)
        assert(0);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    d = 1;
    return 0;
}
