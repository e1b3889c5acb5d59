/*
 * The producers and consumers of Figure 2: a producer adds to what is there, or starts anew and puts in its items one by one; a
 * consumer takes one when there is one. One lock keeps the consumers apart, another the producers; without the consumers' lock
 * (-D UNSAFE) both may take the last item.
 *
 *   raddle check --engine sequential -p assertions examples/papers/ul-cseq/producer_consumer.c
 *   VERDICT: SAFE
 */
#include <assert.h>
#include <pthread.h>

#ifdef UNSAFE
#define LOCK_CONSUMER
#define UNLOCK_CONSUMER
#else
#define LOCK_CONSUMER pthread_mutex_lock(&m2)
#define UNLOCK_CONSUMER pthread_mutex_unlock(&m2)
#endif

pthread_mutex_t m1, m2;
int c;

void *P(void *b) {
    int l = (int)(long)b;
    pthread_mutex_lock(&m1);
    if (c > 0)
        c = c + 1;
    else {
        c = 0;
        while (l > 0) {
            c = c + 1;
            l = l - 1;
        }
    }
    pthread_mutex_unlock(&m1);
    return 0;
}

void *C(void *unused) {
again:
    LOCK_CONSUMER;
    if (c < 1) {
        UNLOCK_CONSUMER;
        goto again;
    }
    c = c - 1;
    assert(c >= 0);
    UNLOCK_CONSUMER;
    return unused;
}

int main(void) {
    pthread_t p0, p1, c0, c1;
    pthread_mutex_init(&m1, 0);
    pthread_mutex_init(&m2, 0);
    pthread_create(&p0, 0, P, (void *)5L);
    pthread_create(&p1, 0, P, (void *)1L);
    pthread_create(&c0, 0, C, 0);
    pthread_create(&c1, 0, C, 0);
    return 0;
}
