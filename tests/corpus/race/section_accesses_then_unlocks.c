//@ all: safe
//@ twin: section_unlocks_then_accesses
//@ by: explicit
// Who locks after the section is ordered after all of it.
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
    x = 1;
    pthread_mutex_unlock(&m);
    __VERIFIER_atomic_end();
    pthread_join(a, 0);
    return 0;
}
