/*
 * The ring buffer, fixed: first the slot, then the tail. Whoever sees the new tail sees the slot.
 *
 *   raddle check examples/ring_buffer_fixed.c
 *   VERDICT: SAFE
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { SIZE = 2, MESSAGES = 2 };

int slots[SIZE];
atomic_uint head, tail;

int put(int message) {
    unsigned t = atomic_load(&tail);
    if (t - atomic_load(&head) == SIZE)
        return 0;
    slots[t % SIZE] = message;
    atomic_store(&tail, t + 1);
    return 1;
}

int take(int *message) {
    unsigned h = atomic_load(&head);
    if (h == atomic_load(&tail))
        return 0;
    *message = slots[h % SIZE];
    atomic_store(&head, h + 1);
    return 1;
}

void *producer(void *unused) {
    for (int i = 1; i <= MESSAGES; i++)
        put(i);
    return unused;
}

void *consumer(void *unused) {
    int message, last = 0;
    for (int i = 0; i < MESSAGES; i++)
        if (take(&message)) {
            assert(message == last + 1);
            last = message;
        }
    return unused;
}

int main(void) {
    pthread_t p, c;
    pthread_create(&p, 0, producer, 0);
    pthread_create(&c, 0, consumer, 0);
    pthread_join(p, 0);
    pthread_join(c, 0);
    return 0;
}
