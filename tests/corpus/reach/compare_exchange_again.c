//@ all: safe
//@ by: explicit
//@ twin: weak_compare_exchange_once
// A failed attempt is repeated with the value that was found.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>


atomic_int x;

void *increment(void *arg) {
    int old = atomic_load(&x);
    while (!atomic_compare_exchange_weak(&x, &old, old + 1)) {
    }
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, increment, 0);
    pthread_create(&b, 0, increment, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);
    return 0;
}
