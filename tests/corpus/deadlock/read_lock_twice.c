//@ all: safe
//@ by: explicit
//@ twin: upgrade_of_a_read_lock
// A thread may have several read locks.
#include <assert.h>
#include <pthread.h>


pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_rdlock(&lock);
    return 0;
}
