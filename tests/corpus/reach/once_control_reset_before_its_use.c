//@ unsafe
//@ by: explicit bmc
//@ twin: once_control_reset_by_a_function
// The control is reset before its first use: the function runs once.
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int runs;

static void routine(void)
{
    runs++;
}

static void reset(pthread_once_t *control)
{
    *control = PTHREAD_ONCE_INIT;
}

int main(void)
{
    reset(&once);
    pthread_once(&once, routine);
    pthread_once(&once, routine);
    assert(runs == 2);
    return 0;
}
