//@ assertions: safe
//@ by: explicit bmc
//@ twin: idle_thread_may_still_run
// The join waits.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static void *nothing(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, nothing, 0);
    int code = pthread_join(thread, 0);
    assert(code == 0);
    return 0;
}
