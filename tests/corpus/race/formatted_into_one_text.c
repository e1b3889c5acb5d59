//@ data-race: unsafe
//@ by: explicit
//@ twin: formatted_in_a_loop
// Threads format numbers into one text.
#include <pthread.h>
#include <stdio.h>

static char shared[32];

static void *worker(void *argument)
{
    snprintf(shared, sizeof shared, "%d", *(int *)argument);
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    int numbers[2] = {1, 2};
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, worker, &numbers[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    return 0;
}
