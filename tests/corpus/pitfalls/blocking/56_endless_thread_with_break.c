//@ assertions: unsafe  others: safe
//@ termination: unsafe
//@ by: explicit
//@ twin: 56_failure_behind_endless_thread
// An input ends it.
#include <assert.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

void *first(void *unused) {
    while (1)
        if (__VERIFIER_nondet_bool())
            break;
    return unused;
}

int main(void) {
    pthread_t t1;
    pthread_create(&t1, 0, first, 0);
    pthread_join(t1, 0);
    assert(0);
    return 0;
}
