//@ assertions: unsafe
//@ domain: 0 1 22
//@ by: explicit
//@ twin: error_number_of_a_mutex
// The function returns the number, but may leave it in `errno`, too, as the C library of Linux does.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>

int main(void)
{
    struct sched_param parameters = {.sched_priority = 50};
    errno = 0;
    pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters);
    assert(errno == 0);
    return 0;
}
