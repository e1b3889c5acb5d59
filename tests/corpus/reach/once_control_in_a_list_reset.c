//@ safe
//@ by: explicit bmc
//@ twin: once_control_in_a_list_kept
// The addresses of controls are in an array and in a structure.
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
    *list[0] = PTHREAD_ONCE_INIT;
    pthread_once(holder.once, routine);
    assert(runs == 2);
    *holder.once = PTHREAD_ONCE_INIT;
    runs--;
    pthread_once(&control, routine);
    assert(runs == 2);
    return 0;
}
