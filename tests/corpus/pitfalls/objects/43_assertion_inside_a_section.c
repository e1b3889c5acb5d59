//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 43_assumption_inside_a_section
// Without the second assumption both get through.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int x;

void *first(void *unused) {
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(x == 0);
    x = 1;
    __VERIFIER_atomic_end();
    return unused;
}

void *second(void *unused) {
    __VERIFIER_atomic_begin();
    x = 2;
    __VERIFIER_atomic_end();
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(0);
    return 0;
}
