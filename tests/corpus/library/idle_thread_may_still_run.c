//@ assertions: unsafe
//@ by: explicit bmc
//@ twin: idle_thread_is_joined
// The thread does nothing, and may not have ended when it is asked for.
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
    int code = pthread_tryjoin_np(thread, 0);
    assert(code == 0);
    return 0;
}
