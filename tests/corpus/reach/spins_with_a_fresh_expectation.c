//@ termination: unsafe  others: safe
//@ by: explicit bmc
//@ twin: spins_with_what_it_found
// What an exchange that failed found is forgotten before the next one: the local holds at the end of the iteration what it
// held at its start.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int f;
int x;

void *worker(void *unused) {
    int expected = 0;
    while (!atomic_compare_exchange_weak(&f, &expected, 1)) {
        expected = 0;
    }
    x++;
    atomic_store(&f, 0);
    return 0;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, 0, worker, 0);
    worker(0);
    pthread_join(a, 0);
    assert(x == 2);
}
