//@ data-race: unknown
//@ twin: id_that_is_printed_locked
/* Ids may be multiples of 16 or not: the system decides whether the join waits for the thread. */
#include <pthread.h>

static int number;

static void *work(void *argument)
{
    number = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread >> 4 << 4, 0);
    number = 2;
    return 0;
}
