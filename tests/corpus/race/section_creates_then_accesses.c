//@ data-race: unsafe  others: safe
//@ twin: section_accesses_then_creates
//@ by: explicit
// What the section does after the creation is not ordered before the new thread, which never stands beside it.
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
    pthread_create(&a, 0, first, 0);
    x = 1;
    __VERIFIER_atomic_end();
    pthread_join(a, 0);
    return 0;
}
