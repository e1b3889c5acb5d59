//@ deadlock: unsafe  others: safe
//@ by: explicit bmc
//@ twin: lock_of_the_first_of_two_is_released
// A thread locks two entries in the order of their addresses, and releases the second only.
#include <pthread.h>

struct entry {
    pthread_mutex_t lock;
    int count;
};

static struct entry entries[3];

static void *worker(void *argument)
{
    struct entry *first = &entries[(unsigned long)argument % 1], *second = &entries[2];
    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
    first->count += 2; second->count++;
    pthread_mutex_unlock(&second->lock);
    if (first->count > 2)
        pthread_mutex_unlock(&first->lock);
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 3; i++)
        pthread_mutex_init(&entries[i].lock, 0);
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, worker, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    return 0;
}
