//@ assertions: safe
//@ domain: 0 1
//@ by: explicit
//@ twin: deadline_invalid_of_a_free_read_write_lock
// A free mutex is locked without a look at the deadline.
#include <assert.h>
#include <pthread.h>
#include <time.h>

int main(void)
{
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    struct timespec deadline = {.tv_sec = 0, .tv_nsec = 1000000000};
    assert(pthread_mutex_timedlock(&lock, &deadline) == 0);
    return 0;
}
