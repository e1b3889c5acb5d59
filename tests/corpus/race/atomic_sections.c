//@ all: safe
//@ by: explicit
//@ twin: atomic_section_and_plain_access
// Two atomic sections do not race with each other.
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

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, first, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
