//@ safe
//@ by: explicit static
//@ twin: lock_of_another_entry
// Each entry is protected by its own lock, through functions and names for parts of it.
#include <pthread.h>

struct entry {
    int count;
    pthread_mutex_t lock;
    int others;
} entries[2];

void add(int *count) {
    *count = *count + 1;
}

void *worker(void *argument) {
    struct entry *entry = argument;
    pthread_mutex_t *lock = &entry->lock;
    int *count = &entry->count;
    pthread_mutex_lock(lock);
    add(count);
    pthread_mutex_unlock(&entry->lock);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, &entries[0]);
    pthread_create(&b, 0, worker, &entries[0]);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
