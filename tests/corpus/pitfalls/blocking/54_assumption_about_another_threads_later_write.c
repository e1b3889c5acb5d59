//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 54_assumption_about_another_threads_write
// What was assumed of a copy need not hold of x when it is read again.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int);

_Atomic int x;

void *first(void *unused) {
    x = 1;
    x = 2;
    return unused;
}

void *second(void *unused) {
    int copy = x;
    __VERIFIER_assume(copy == 1);
    assert(x == 1);
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
