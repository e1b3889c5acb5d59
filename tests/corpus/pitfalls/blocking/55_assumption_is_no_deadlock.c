//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 55_wait_is_a_deadlock
// A thread whose assumption fails ends the execution; nobody waits for it.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int);

int f;

void *first(void *unused) {
    __VERIFIER_assume(f == 1);
    return unused;
}

int main(void) {
    pthread_t t1;
    pthread_create(&t1, 0, first, 0);
    pthread_join(t1, 0);
    assert(0);
    return 0;
}
