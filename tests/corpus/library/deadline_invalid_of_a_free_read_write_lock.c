//@ assertions: unsafe
//@ domain: 0 1
//@ by: explicit
//@ twin: deadline_invalid_of_a_free_mutex
// The deadline may be looked at first, also if the lock is free.
#include <assert.h>
#include <pthread.h>
#include <time.h>

int main(void)
{
    pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
    struct timespec deadline = {.tv_sec = 0, .tv_nsec = 1000000000};
    assert(pthread_rwlock_timedwrlock(&lock, &deadline) == 0);
    return 0;
}
