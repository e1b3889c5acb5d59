//@ unsafe
//@ by: explicit bmc
//@ twin: once_control_of_a_wrapper_reset
// Another control is reset.
#include <assert.h>
#include <pthread.h>

static pthread_once_t first, second;
static int runs;

static void routine(void)
{
    runs++;
}

static void once(pthread_once_t *control)
{
    pthread_once(control, routine);
}

int main(void)
{
    once(&first);
    second = PTHREAD_ONCE_INIT;
    once(&first);
    assert(runs == 2);
    return 0;
}
