//@ data-race: unknown
//@ twin: id_of_the_owner
/* The number 2 is the id of no thread, or it is. */
#include <pthread.h>

static int shared;

static void *count(void *argument)
{
    (void)argument;
    shared++;
    return 0;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, 0, count, 0);
    pthread_join((pthread_t)2, 0);
    shared++;
    return 0;
}
