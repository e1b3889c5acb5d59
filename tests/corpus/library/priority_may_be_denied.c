//@ all: safe
//@ by: explicit
//@ twin: priority_is_never_denied
// The function returns zero or an error number.
#include <assert.h>
#include <pthread.h>
#include <sched.h>

int main(void)
{
    struct sched_param parameters = {.sched_priority = 50};
    int code = pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters);
    assert(code >= 0);
    return 0;
}
