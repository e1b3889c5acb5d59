//@ assertions: unsafe  others: safe
//@ by: explicit bmc
//@ twin: spins_with_a_fresh_expectation
// An exchange that fails stores what it found where it looks for what it expects: the next one finds the lock taken and
// takes it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int f;
atomic_int inside;

void *worker(void *unused) {
    int expected = 0;
    while (!atomic_compare_exchange_strong(&f, &expected, 1)) {
    }
    assert(atomic_fetch_add(&inside, 1) == 0);
    atomic_fetch_sub(&inside, 1);
    atomic_store(&f, 0);
    return 0;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, 0, worker, 0);
    worker(0);
    pthread_join(a, 0);
}
