//@ assertions: unsafe  termination: unsafe  others: safe
//@ by: explicit bmc
//@ twin: spins_until_exchanged
// Nobody else sees the count, but the thread does.
#include <assert.h>
#include <pthread.h>

int f;

void *worker(void *unused) {
    int spins[1] = {0}, *count = spins;
    while (!__sync_bool_compare_and_swap(&f, 0, 1)) {
        if (*count < 3) {
            ++*count;
        }
    }
    assert(*count != 3);
    __sync_lock_release(&f);
    return 0;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, 0, worker, 0);
    worker(0);
    pthread_join(a, 0);
}
