//@ assertions: unsafe  others: safe
//@ by: explicit
//@ twin: compare_exchange_again
// A weak compare-exchange may fail although the value is the expected one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>


atomic_int x;

void *increment(void *arg) {
    int old = atomic_load(&x);
    if (!atomic_compare_exchange_weak(&x, &old, old + 1)) {
        atomic_compare_exchange_weak(&x, &old, old + 1);
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
