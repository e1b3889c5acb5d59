//@ data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 44_spin_lock
//@ open: data-race: a failing try orders nothing
// Tried, not taken, and x is read all the same.
#include <assert.h>
#include <pthread.h>

int x;
pthread_spinlock_t l;

void *worker(void *unused) {
    if (pthread_spin_trylock(&l) == 0) {
        x++;
        pthread_spin_unlock(&l);
    }
    assert(x < 3);
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&t1, 0, worker, 0);
    pthread_create(&t2, 0, worker, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(x > 0);
    return 0;
}
