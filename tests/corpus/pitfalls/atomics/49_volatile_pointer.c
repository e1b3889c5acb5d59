//@ data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 49_atomic_counter
// Nor does a pointer to volatile.
#include <assert.h>
#include <pthread.h>

int x;

void *worker(void *unused) {
    *(volatile int *)&x = 1;
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, worker, 0);
    pthread_create(&t2, 0, worker, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(x == 1);
    return 0;
}
