//@ data-race: safe
//@ by: static
//@ twin: number_from_a_text_without_a_lock
// Where the number ends is no business of the threads.
#include <pthread.h>
#include <stdlib.h>

static long count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *argument)
{
    pthread_mutex_lock(&lock);
    count += *(long *)argument;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    char text[4] = "123", *end;
    pthread_t one, other;
    long number = strtol(text, &end, 10);
    if (*end != 0)
        return 1;
    pthread_create(&one, NULL, add, &number);
    pthread_create(&other, NULL, add, &number);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}
