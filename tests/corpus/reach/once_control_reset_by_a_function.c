//@ safe
//@ by: explicit bmc
//@ twin: once_control_reset_before_its_use
// The function runs again when its control is reset through a pointer.
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
    pthread_once(&once, routine);
    reset(&once);
    pthread_once(&once, routine);
    assert(runs == 2);
    return 0;
}
