//@ data-race: unsafe  others: safe
//@ twin: section_accesses_then_unlocks
//@ by: explicit
// The section unlocks and then writes: its write is not ordered before whoever locks next, and yet the two writes are never
// next at the same time, since nobody acts inside a section.
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *first(void *unused) {
    pthread_mutex_lock(&m);
    x = 2;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_mutex_lock(&m);
    pthread_create(&a, 0, first, 0);
    __VERIFIER_atomic_begin();
    pthread_mutex_unlock(&m);
    x = 1;
    __VERIFIER_atomic_end();
    pthread_join(a, 0);
    return 0;
}
