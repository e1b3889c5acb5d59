//@ all: safe
//@ by: explicit
//@ twin: spin_lock_not_initialized
// A spin lock from its initialization to its end.
#include <assert.h>
#include <errno.h>
#include <pthread.h>


pthread_spinlock_t lock;

int main(void) {
    pthread_spin_init(&lock, 0);
    pthread_spin_lock(&lock);
    assert(pthread_spin_trylock(&lock) == EBUSY);
    pthread_spin_unlock(&lock);
    pthread_spin_destroy(&lock);
    return 0;
}
