/*
 * The lost wake-up, fixed: two condition variables, one for those who wait for room, one for those who wait for an item.
 * A signal now reaches only threads that can use it.
 *
 *   raddle check examples/bounded_buffer_fixed.c
 *   VERDICT: SAFE
 *
 * (Keeping one condition variable and waking all with pthread_cond_broadcast is right, too, and costs more.)
 */
#include <pthread.h>

enum { ITEMS = 2 };

struct buffer {
    pthread_mutex_t lock;
    pthread_cond_t no_longer_full;
    pthread_cond_t no_longer_empty;
    int is_full;
    int item;
};

struct buffer buffer = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0};

void put(struct buffer *b, int item) {
    pthread_mutex_lock(&b->lock);
    while (b->is_full)
        pthread_cond_wait(&b->no_longer_full, &b->lock);
    b->item = item;
    b->is_full = 1;
    pthread_cond_signal(&b->no_longer_empty);
    pthread_mutex_unlock(&b->lock);
}

int take(struct buffer *b) {
    pthread_mutex_lock(&b->lock);
    while (!b->is_full)
        pthread_cond_wait(&b->no_longer_empty, &b->lock);
    b->is_full = 0;
    int item = b->item;
    pthread_cond_signal(&b->no_longer_full);
    pthread_mutex_unlock(&b->lock);
    return item;
}

void *producer(void *unused) {
    for (int i = 0; i < ITEMS; i++)
        put(&buffer, i);
    return unused;
}

void *consumer(void *unused) {
    take(&buffer);
    return unused;
}

int main(void) {
    pthread_t p, c[ITEMS];
    pthread_create(&p, 0, producer, 0);
    for (int i = 0; i < ITEMS; i++)
        pthread_create(&c[i], 0, consumer, 0);
    pthread_join(p, 0);
    for (int i = 0; i < ITEMS; i++)
        pthread_join(c[i], 0);
    return 0;
}
