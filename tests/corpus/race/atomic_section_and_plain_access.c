//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: atomic_sections
// A plain access races with an atomic section.
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int x;

void *first(void *unused) {
    __VERIFIER_atomic_begin();
    x++;
    __VERIFIER_atomic_end();
    return unused;
}

void *second(void *unused) {
    x = 5;
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
