//@ data-race: safe
//@ by: static
//@ twin: formatted_into_one_text
// Threads without an end format numbers into texts of their own.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int longest;

static void *worker(void *argument)
{
    char text[64];
    for (long number = 0;; number++) {
        int length = snprintf(text, sizeof text, "round %ld of %p: %.1f", number % 100, argument, 0.5);
        pthread_mutex_lock(&mutex);
        if (length > longest)
            longest = length;
        pthread_mutex_unlock(&mutex);
    }
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, worker, &threads[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    return 0;
}
