//@ data-race: unsafe
//@ twin: id_that_is_printed_locked
/* The number of the id is only shown: the race is one whatever it is. */
#include <pthread.h>
#include <stdio.h>

static int hits;

static void *count(void *argument)
{
    (void)argument;
    printf("thread %d\n", (int)pthread_self());
    hits++;
    return 0;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, 0, count, 0);
    pthread_create(&other, 0, count, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
