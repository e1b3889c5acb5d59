//@ all: safe
//@ by: static explicit
//@ open: overflow locks: static does not follow these numbers
//@ twin: lock_of_an_entry_is_kept
// Each thread locks one entry, which its argument chooses.
#include <pthread.h>

struct entry {
    pthread_mutex_t lock;
    int count;
};

static struct entry entries[3];

static void *worker(void *argument)
{
    struct entry *entry = &entries[(unsigned long)argument % 3];
    pthread_mutex_lock(&entry->lock);
    entry->count++;
    pthread_mutex_unlock(&entry->lock);
    pthread_mutex_lock(&entries[2].lock);
    entries[2].count++;
    pthread_mutex_unlock(&entries[2].lock);
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
