//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 92_input_shared_by_two_threads
// Each thread has an input of its own.
#include <assert.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

int a, b;

void *first(void *unused) {
    a = __VERIFIER_nondet_bool();
    return unused;
}

void *second(void *unused) {
    b = __VERIFIER_nondet_bool();
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(a == b);
    return 0;
}
