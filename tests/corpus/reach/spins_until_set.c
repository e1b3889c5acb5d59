//@ data-race: unsafe  termination: unsafe  others: safe
//@ by: explicit bmc
//@ twin: spins_and_signs
// A flag that was set is set again: nobody can tell.
#include <assert.h>
#include <pthread.h>

int f, x;

void *worker(void *unused) {
    while (__sync_lock_test_and_set(&f, 1)) {
    }
    x++;
    assert(f == 1);
    __sync_lock_release(&f);
    return 0;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, 0, worker, 0);
    worker(0);
    pthread_join(a, 0);
    assert(x == 2);
}
