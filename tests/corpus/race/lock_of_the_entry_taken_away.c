//@ unsafe
//@ by: explicit
//@ twin: lock_of_the_entry
// Somebody unlocks the locks of entries that others have locked.
#include <pthread.h>

struct entry {
    int count;
    pthread_mutex_t lock;
    int others;
} entries[2];

void *worker(void *argument) {
    struct entry *entry = argument;
    pthread_mutex_lock(&entry->lock);
    entry->count = 1;
    pthread_mutex_unlock(&entry->lock);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, &entries[0]);
    pthread_create(&b, 0, worker, &entries[0]);
    pthread_mutex_unlock(&entries[0].lock);
    return 0;
}
