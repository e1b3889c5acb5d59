/*
 * The lost wake-up.
 *
 * A buffer with room for one item. Who finds it full or empty waits; who has put or taken something wakes somebody up. One
 * condition variable is enough, the engineer thought: whoever is woken looks again, and there is always exactly one thing
 * that can have happened.
 *
 * Two consumers wait for the empty buffer. The producer puts an item and wakes the first; it wants to put another one,
 * finds the buffer full and waits as well. The first consumer takes its item and wakes... the second consumer, who finds
 * nothing and goes back to sleep. The one that could have gone on, the producer, was not woken and never will be.
 *
 *   raddle check examples/bounded_buffer_lost_wakeup.c
 *   VERDICT: UNSAFE (deadlock)
 *
 * Look for the signal in the trace that wakes the wrong thread. A stress test finds this about never: it takes two
 * consumers that are both asleep, and a scheduler that picks the wrong one.
 */
#include <pthread.h>

enum { ITEMS = 2 };

struct buffer {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int is_full;
    int item;
};

struct buffer buffer = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0};

void put(struct buffer *b, int item) {
    pthread_mutex_lock(&b->lock);
    while (b->is_full)
        pthread_cond_wait(&b->changed, &b->lock);
    b->item = item;
    b->is_full = 1;
    pthread_cond_signal(&b->changed);
    pthread_mutex_unlock(&b->lock);
}

int take(struct buffer *b) {
    pthread_mutex_lock(&b->lock);
    while (!b->is_full)
        pthread_cond_wait(&b->changed, &b->lock);
    b->is_full = 0;
    int item = b->item;
    pthread_cond_signal(&b->changed);
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
