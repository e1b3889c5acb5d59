//@ all: safe
//@ twin: section_creates_then_accesses
//@ by: explicit
// The new thread is ordered after what the section did before the creation.
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x;

void *first(void *unused) {
    x = 2;
    return unused;
}

int main(void) {
    pthread_t a;
    __VERIFIER_atomic_begin();
    x = 1;
    pthread_create(&a, 0, first, 0);
    __VERIFIER_atomic_end();
    pthread_join(a, 0);
    return 0;
}
