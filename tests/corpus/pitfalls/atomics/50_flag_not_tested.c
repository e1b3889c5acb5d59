//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 50_flag_as_lock
// Set, but not tested.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int x;
atomic_flag lock = ATOMIC_FLAG_INIT;

void *worker(void *unused) {
    atomic_flag_test_and_set(&lock);
    x++;
    atomic_flag_clear(&lock);
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
