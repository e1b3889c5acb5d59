//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 54_assumption_before_the_creation
// assume(0) in one thread must not undo what another did before.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int);

void *first(void *unused) {
    assert(0);
    return 0;
}

void *second(void *unused) {
    __VERIFIER_assume(0);
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
