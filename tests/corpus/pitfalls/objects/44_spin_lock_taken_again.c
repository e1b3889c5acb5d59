//@ deadlock: unsafe  others: safe
//@ termination: unsafe
//@ by: explicit
//@ twin: 44_spin_lock
// Taken twice by one thread, it spins for ever.
#include <assert.h>
#include <pthread.h>

int x;
pthread_spinlock_t l;

void *worker(void *unused) {
    pthread_spin_lock(&l);
    pthread_spin_lock(&l);
    x++;
    pthread_spin_unlock(&l);
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&t1, 0, worker, 0);
    pthread_create(&t2, 0, worker, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(x == 2);
    return 0;
}
