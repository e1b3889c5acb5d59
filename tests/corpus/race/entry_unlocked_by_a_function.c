//@ unsafe
//@ by: explicit
//@ twin: lock_of_the_entry
// A function lets the lock of the entry go before the access.
#include <pthread.h>

struct entry {
    int count;
    pthread_mutex_t lock;
    int others;
} entries[2];

void leave(struct entry *entry) {
    pthread_mutex_unlock(&entry->lock);
}

void *worker(void *argument) {
    struct entry *entry = argument;
    pthread_mutex_lock(&entry->lock);
    leave(entry);
    entry->count = 1;
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
