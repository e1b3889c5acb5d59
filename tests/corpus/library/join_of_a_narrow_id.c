//@ data-race: unknown
//@ twin: id_that_is_printed_locked
/* An int holds a part of an id: the system decides whether the join waits for the thread. */
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
    int id = (int)thread;
    pthread_join(id, 0);
    number = 2;
    return 0;
}
