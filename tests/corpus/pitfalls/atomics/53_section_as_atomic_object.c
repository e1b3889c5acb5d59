//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 53_section_as_atomic_object_half
// An atomic section makes two writes one.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int a, b;

void *first(void *unused) {
    __VERIFIER_atomic_begin();
    a = 1;
    b = 1;
    __VERIFIER_atomic_end();
    return unused;
}

void *second(void *unused) {
    __VERIFIER_atomic_begin();
    assert(a == b);
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
