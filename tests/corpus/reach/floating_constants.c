//@ all: safe
//@ by: explicit bmc
//@ twin: floating_constants_rounded_up
// Arithmetic on floating constants is done before the program runs, as compilers do it: conversions cut.

#include <assert.h>
#include <pthread.h>
#include <unistd.h>

#define SECOND 1000000
#define RATE 0.3

static int rounds;

static void *worker(void *unused)
{
    (void)unused;
    usleep(0.25 * SECOND);
    if (RATE > 0.25 && !(1e-3f == 1e-3))
        rounds += (int)(10 * RATE);
    rounds += (unsigned char)(-1.5 + 3) + (_Bool)0.5;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    assert(rounds == 3 + 1 + 1);
    return 0;
}
