//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 54_assumptions_of_two_threads
// They have a value in common.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int);
int __VERIFIER_nondet_int(void);

int n;

void *first(void *unused) {
    __VERIFIER_assume(n > 0);
    return unused;
}

void *second(void *unused) {
    __VERIFIER_assume(n < 2);
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    n = __VERIFIER_nondet_int();
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(0);
    return 0;
}
