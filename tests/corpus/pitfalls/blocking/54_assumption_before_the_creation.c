//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 54_assumption_of_another_thread
// Before the threads exist it ends everything.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int);

void *first(void *unused) {
    assert(0);
    return 0;
}

void *second(void *unused) {
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    __VERIFIER_assume(0);
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
