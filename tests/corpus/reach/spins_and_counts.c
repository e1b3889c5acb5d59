//@ unsafe
//@ by: bmc
//@ twin: spins_until_exchanged
// An exchange that fails is counted: each iteration leaves a mark.
#include <assert.h>
#include <pthread.h>

int f, spins;

void *worker(void *unused) {
    while (!__sync_bool_compare_and_swap(&f, 0, 1)) {
        __sync_fetch_and_add(&spins, 1);
    }
    assert(spins != 2);
    __sync_lock_release(&f);
    return 0;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, 0, worker, 0);
    worker(0);
    pthread_join(a, 0);
}
