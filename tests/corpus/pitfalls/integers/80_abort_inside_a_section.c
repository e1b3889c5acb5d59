//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 80_abort_behind_a_section
// abort ends the process in the middle of an atomic section.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int x;

void *first(void *unused) {
    __VERIFIER_atomic_begin();
    x = 1;
    abort();
    __VERIFIER_atomic_end();
    return unused;
}

void *second(void *unused) {
    __VERIFIER_atomic_begin();
    assert(x == 0);
    __VERIFIER_atomic_end();
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
