//@ all: safe
//@ by: explicit
//@ twin: read_lock_held_twice_is_destroyed
// Both read locks were given back.
#include <pthread.h>

static pthread_rwlock_t lock;

int main(void) {
    pthread_rwlock_init(&lock, 0);
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_destroy(&lock);
    return 0;
}
