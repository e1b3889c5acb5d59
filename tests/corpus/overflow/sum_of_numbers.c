//@ overflow: safe
//@ by: static
//@ twin: sum_of_too_many_numbers
/* Eight additions of at most 250,000,000 in all threads together. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *add(void *argument)
{
    int amount = 50000000 * (int)(long)argument;
    for (int round = 0; round < 2; round++) {
        pthread_mutex_lock(&lock);
        total += amount;
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

int main(void)
{
    pthread_t threads[4];
    for (long i = 0; i < 4; i++)
        pthread_create(&threads[i], 0, add, (void *)(i + 2));
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], 0);
    return 0;
}
