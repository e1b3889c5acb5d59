//@ data-race: safe
//@ twin: id_that_is_printed
/* The number of the id is only shown, and the count is locked. */
#include <pthread.h>
#include <stdio.h>

static int hits;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *count(void *argument)
{
    (void)argument;
    printf("thread %d\n", (int)pthread_self());
    pthread_mutex_lock(&lock);
    hits++;
    pthread_mutex_unlock(&lock);
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
