//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 45_increment_by_exchange_with_stale_value
// An increment in a loop of compare-exchange.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

void *worker(void *unused) {
    int seen = atomic_load(&x);
    while (!atomic_compare_exchange_strong(&x, &seen, seen + 1))
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
