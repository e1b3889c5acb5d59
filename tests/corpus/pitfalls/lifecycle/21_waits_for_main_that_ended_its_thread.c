//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 21_waits_for_main_that_returned
// main sets it before its end.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int);

int d;

void *worker(void *unused) {
    __VERIFIER_assume(d == 1);
    assert(0);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    d = 1;
    pthread_exit(0);
}
