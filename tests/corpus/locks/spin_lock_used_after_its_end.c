//@ locks: unsafe  others: safe
//@ by: explicit bmc
//@ twin: spin_lock_destroyed_at_last
//@ open: data-race: a misuse may order nothing, bmc says
// The worker may come after the end of the lock.
#include <pthread.h>

pthread_spinlock_t s;

void *worker(void *unused) {
    pthread_spin_lock(&s);
    pthread_spin_unlock(&s);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_spin_init(&s, 0);
    pthread_create(&t, 0, worker, 0);
    pthread_spin_lock(&s);
    pthread_spin_unlock(&s);
    pthread_spin_destroy(&s);
    pthread_join(t, 0);
    return 0;
}
