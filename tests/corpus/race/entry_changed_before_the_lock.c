//@ safe
//@ by: explicit static
//@ twin: entry_changed_before_the_access
// The pointer moves on before the lock.
#include <pthread.h>

struct entry {
    int count;
    pthread_mutex_t lock;
    int others;
} entries[2];

void *worker(void *argument) {
    struct entry *locked = argument;
    locked = &entries[0];
    pthread_mutex_lock(&locked->lock);
    locked->count = locked->count + 1;
    pthread_mutex_unlock(&locked->lock);
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
