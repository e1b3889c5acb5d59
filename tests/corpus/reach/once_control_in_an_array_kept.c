//@ unsafe
//@ by: explicit bmc
//@ twin: once_control_in_an_array_reset
// Only the first element is reset.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static pthread_once_t controls[2];
static int runs;

static void routine(void)
{
    runs++;
}

int main(void)
{
    pthread_once(&controls[1], routine);
    memset(controls, 0, sizeof *controls);
    pthread_once(&controls[1], routine);
    assert(runs == 2);
    return 0;
}
