//@ unsafe
//@ by: explicit bmc
//@ twin: once_control_reset_by_a_thread
// The thread resets the control before its first use.
#include <assert.h>
#include <pthread.h>

static pthread_once_t control = PTHREAD_ONCE_INIT;
static int runs;

static void routine(void)
{
    runs++;
}

static void *reset(void *argument)
{
    pthread_once_t *once = argument;
    *once = PTHREAD_ONCE_INIT;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, reset, &control);
    pthread_join(thread, 0);
    pthread_once(&control, routine);
    pthread_once(&control, routine);
    assert(runs == 2);
    return 0;
}
