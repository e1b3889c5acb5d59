//@ locks: unsafe  others: safe
//@ by: explicit
//@ twin: read_lock_given_back_twice_is_destroyed
// One of two read locks is still held.
#include <pthread.h>

static pthread_rwlock_t lock;

int main(void) {
    pthread_rwlock_init(&lock, 0);
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_destroy(&lock);
    return 0;
}
