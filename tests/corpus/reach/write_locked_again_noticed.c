//@ all: safe
//@ by: explicit
//@ twin: write_locked_again_in_time
// A lock with a limit of time by the thread that has the lock for writing: POSIX lets it fail at once with EDEADLK, too. The other
// thread makes the lock one whose state has to be looked at.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

void *reads(void *argument) {
    if (pthread_rwlock_tryrdlock(&lock) == 0) {
        pthread_rwlock_unlock(&lock);
    }
    return argument;
}

int main(void) {
    struct timespec deadline = {1, 0};
    pthread_t thread;
    pthread_create(&thread, 0, reads, 0);
    pthread_rwlock_wrlock(&lock);
    int code = pthread_rwlock_timedwrlock(&lock, &deadline);
    assert(code == ETIMEDOUT || code == EDEADLK);
    pthread_rwlock_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
