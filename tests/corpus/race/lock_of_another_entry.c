//@ unsafe
//@ by: explicit
//@ twin: lock_of_the_entry
// The entry is changed under the lock of the other one by one of the threads.
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
    int *count = &entries[0].count;
    pthread_mutex_lock(lock);
    add(count);
    pthread_mutex_unlock(&entry->lock);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, &entries[0]);
    pthread_create(&b, 0, worker, &entries[1]);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
