//@ assertions: unsafe  deadlock: unsafe  others: safe
//@ by: explicit bmc
//@ twin: write_locked_again_fails
// A thread that has a lock for writing locks it again: it waits for ever, or gets EDEADLK (POSIX pthread_rwlock_rdlock). It never gets 0.
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
    pthread_rwlock_wrlock(&lock);
    int code = pthread_rwlock_rdlock(&lock);
    assert(code == 0);
    pthread_rwlock_unlock(&lock);
    return 0;
}
