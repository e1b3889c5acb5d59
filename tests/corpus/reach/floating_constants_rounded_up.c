//@ assertions: unsafe  others: safe
//@ by: explicit bmc
//@ twin: floating_constants
// 10 * 0.35 is 3.5, and 3 when it becomes a whole number.

#include <assert.h>
#include <pthread.h>
#include <unistd.h>

#define SECOND 1000000
#define RATE 0.35

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
    assert(rounds == 4 + 1 + 1);
    return 0;
}
