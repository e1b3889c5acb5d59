//@ all: safe
//@ termination: unsafe
//@ by: explicit
//@ twin: 45_weak_exchange_may_fail
// In a loop a weak one succeeds in the end, if it does not fail for ever.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

void *worker(void *unused) {
    int seen = atomic_load(&x);
    while (!atomic_compare_exchange_weak(&x, &seen, seen + 1))
        ;
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, worker, 0);
    pthread_create(&t2, 0, worker, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(x == 2);
    return 0;
}
