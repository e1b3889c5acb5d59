//@ deadlock: unsafe  others: safe
//@ by: explicit bmc
//@ twin: lock_of_each_entry_in_turn
// A thread locks all entries and releases the last one.
#include <pthread.h>

struct entry {
    pthread_mutex_t lock;
    int count;
};

static struct entry entries[3];

static void *worker(void *argument)
{
    struct entry *last = entries;
    for (struct entry *entry = entries; entry < entries + 3; entry++) {
        pthread_mutex_lock(&entry->lock);
        entry->count++;
        last = entry;
    }
    pthread_mutex_unlock(&last->lock);
    return argument;
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
