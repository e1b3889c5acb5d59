//@ termination: unsafe  others: safe
//@ by: explicit bmc
//@ twin: spins_and_counts
// A lock of the program's own: an exchange that fails changes nothing, so how often it fails does not matter.
#include <assert.h>
#include <pthread.h>

int f, x;

void *worker(void *unused) {
    while (!__sync_bool_compare_and_swap(&f, 0, 1)) {
    }
    x++;
    __sync_lock_release(&f);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    worker(0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 3);
}
