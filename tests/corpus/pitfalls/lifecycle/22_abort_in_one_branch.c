//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 22_abort_in_a_thread_ends_all
// Only in one branch.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

_Bool __VERIFIER_nondet_bool(void);

void *worker(void *unused) {
    if (__VERIFIER_nondet_bool())
        abort();
    return 0;
}

int main(void) {
    pthread_t t1;
    pthread_create(&t1, 0, worker, 0);
    pthread_join(t1, 0);
    assert(0);
    return 0;
}
