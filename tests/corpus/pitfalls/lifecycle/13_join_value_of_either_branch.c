//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 13_join_value_returned
// An input chooses whether the thread returns its argument.
#include <assert.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

void *worker(void *p) {
    if (__VERIFIER_nondet_bool())
        return 0;
    return p;
}

int main(void) {
    pthread_t t;
    int x = 0;
    void *r;
    pthread_create(&t, 0, worker, &x);
    pthread_join(t, &r);
    assert(r == &x);
    return 0;
}
