//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 45_increment_by_exchange
// The value to store was computed once, before the loop.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

void *worker(void *unused) {
    int seen = atomic_load(&x);
    int next = seen + 1;
    while (!atomic_compare_exchange_strong(&x, &seen, next))
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
