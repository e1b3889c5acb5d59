//@ locks: unsafe  others: safe
//@ by: explicit
//@ twin: spin_lock_initialized
// A spin lock has no static initializer.
#include <assert.h>
#include <errno.h>
#include <pthread.h>


pthread_spinlock_t lock;

int main(void) {
    
    pthread_spin_lock(&lock);
    assert(pthread_spin_trylock(&lock) == EBUSY);
    pthread_spin_unlock(&lock);
    pthread_spin_destroy(&lock);
    return 0;
}
