//@ overflow: safe
//@ by: static
//@ twin: sum_of_parts_that_are_too_large
/* Each thread sums up its part of an array, and adds that to the total. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data[20];
static int total;

struct part {
    int from, to;
};

static void *add(void *argument)
{
    struct part *part = argument;
    int sum = 0;
    for (int i = part->from; i < part->to; i++)
        sum += data[i];
    pthread_mutex_lock(&lock);
    total += sum;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    struct part parts[2];
    for (int i = 0; i < 8; i++)
        data[i] = i % 4 * 20000000;
    for (int i = 0; i < 2; i++) {
        parts[i].from = i * 4;
        parts[i].to = (i + 1) * 4;
        pthread_create(&threads[i], 0, add, &parts[i]);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    return 0;
}
