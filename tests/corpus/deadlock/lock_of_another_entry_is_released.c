//@ deadlock: unsafe  locks: unsafe  others: safe
//@ by: explicit
//@ twin: lock_of_an_entry
// A thread releases another entry than it locked.
#include <pthread.h>

struct entry {
    pthread_mutex_t lock;
    int count;
};

static struct entry entries[3];

static void *worker(void *argument)
{
    struct entry *entry = &entries[(unsigned long)argument % 1];
    pthread_mutex_lock(&entry->lock);
    entry->count++;
    pthread_mutex_unlock(&entry[1].lock);
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
