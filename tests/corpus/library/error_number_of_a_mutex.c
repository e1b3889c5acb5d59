//@ assertions: safe
//@ domain: 0 1 22
//@ by: explicit
//@ twin: error_number_of_a_priority
// Locks leave `errno` alone.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void)
{
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    errno = 0;
    pthread_mutex_trylock(&mutex);
    assert(errno == 0 && pthread_setconcurrency(-1) == EINVAL && pthread_setconcurrency(1) == 0);
    return 0;
}
