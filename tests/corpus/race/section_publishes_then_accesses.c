//@ data-race: unsafe  others: safe
//@ twin: section_accesses_then_publishes
//@ by: explicit
// Who reads 1 from y is ordered after the write of y, but not after what follows it in the section.
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
    y = 1;
    x = 1;
    __VERIFIER_atomic_end();
    pthread_join(a, 0);
    return 0;
}
