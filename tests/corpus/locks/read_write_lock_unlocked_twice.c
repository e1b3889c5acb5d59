//@ locks: unsafe  others: safe
//@ by: explicit
//@ twin: read_write_lock_used_well
// Nobody has the lock at the second unlock.
#include <assert.h>
#include <errno.h>
#include <pthread.h>


pthread_rwlock_t lock;

int main(void) {
    pthread_rwlock_init(&lock, 0);
    pthread_rwlock_rdlock(&lock);
    assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_destroy(&lock);
    return 0;
}
