//@ all: safe
//@ twin: section_publishes_then_accesses
//@ by: explicit
// Who reads 1 from y is ordered after the write of y and what comes before it.
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x;
_Atomic int y;

void *first(void *unused) {
    if (y == 1)
        x = 2;
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, 0, first, 0);
    __VERIFIER_atomic_begin();
    x = 1;
    y = 1;
    __VERIFIER_atomic_end();
    pthread_join(a, 0);
    return 0;
}
