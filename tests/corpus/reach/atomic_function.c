//@ all: safe
//@ by: explicit
//@ twin: ordinary_function
// A function whose name starts with __VERIFIER_atomic_ runs alone.
#include <assert.h>
#include <pthread.h>

int x;

void __VERIFIER_atomic_increment(void) {
    x++;
}

void *first(void *unused) {
    __VERIFIER_atomic_increment();
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, first, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);
    return 0;
}
