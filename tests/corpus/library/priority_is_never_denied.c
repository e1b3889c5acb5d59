//@ assertions: unsafe  others: safe
//@ by: explicit
//@ domain: 0 1
//@ twin: priority_may_be_denied
// A thread may lack the permission.
#include <assert.h>
#include <pthread.h>
#include <sched.h>

int main(void)
{
    struct sched_param parameters = {.sched_priority = 50};
    int code = pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters);
    assert(code == 0);
    return 0;
}
