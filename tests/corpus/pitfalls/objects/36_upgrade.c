//@ deadlock: unsafe  others: safe
//@ termination: unsafe
//@ by: explicit
//@ twin: 36_upgrade_after_unlock
// A reader that asks for the write lock waits for itself.
#include <pthread.h>

pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

void *worker(void *unused) {
    pthread_rwlock_rdlock(&l);
    pthread_rwlock_wrlock(&l);
    pthread_rwlock_unlock(&l);
    return unused;
}

int main(void) {
    pthread_t t1;
    pthread_create(&t1, 0, worker, 0);
    pthread_join(t1, 0);
    return 0;
}
