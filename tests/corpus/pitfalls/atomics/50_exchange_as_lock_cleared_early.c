//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: unsafe
//@ by: explicit
//@ twin: 50_exchange_as_lock
// Cleared too early.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int x;
atomic_int lock;

void *worker(void *unused) {
    while (atomic_exchange(&lock, 1))
        ;
    atomic_store(&lock, 0);
    x++;
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
