//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 04_operands_atomic
// Both reads in one atomic section, both writes in another.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int x, y;

void *first(void *unused) {
    __VERIFIER_atomic_begin();
    int r = x - y;
    __VERIFIER_atomic_end();
    assert(r != -1);
    return unused;
}

void *second(void *unused) {
    __VERIFIER_atomic_begin();
    x = 1;
    y = 1;
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
