//@ deadlock: unsafe  others: safe
//@ by: explicit
//@ twin: read_lock_twice
// A reader that wants to write waits for itself.
#include <assert.h>
#include <pthread.h>


pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_wrlock(&lock);
    return 0;
}
