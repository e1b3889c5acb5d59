//@ unsafe
//@ by: explicit bmc
//@ twin: once_control_in_a_list_reset
// Another control of the list is reset.
#include <assert.h>
#include <pthread.h>

static pthread_once_t control = PTHREAD_ONCE_INIT;
static int runs;
static pthread_once_t other;
static pthread_once_t *list[2] = {&control, &other};
struct holder { int number; pthread_once_t *once; };
static struct holder holder = {0, &control};

static void routine(void)
{
    runs++;
}

int main(void)
{
    pthread_once(&control, routine);
    *list[1] = PTHREAD_ONCE_INIT;
    pthread_once(&control, routine);
    assert(runs == 2);
    return 0;
}
