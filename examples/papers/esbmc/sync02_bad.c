/*
 * Two threads put numbers into a buffer, one takes them out. Whoever finds no room waits only once, whoever woke it: woken for
 * nothing, it would write behind the end.
 *
 *   raddle check --engine lazy -p assertions examples/papers/esbmc/sync02_bad.c
 *   VERDICT: UNSAFE (assertions)
 *
 * After `sync02_bad` in Table 3 of Cordeiro, Fischer: Bounded Model Checking of Multi-threaded Software using SMT solvers.
 */
#include <assert.h>
#include <pthread.h>

enum { ROOM = 1 };
static int cells[ROOM], amount;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t has_room = PTHREAD_COND_INITIALIZER, has_more = PTHREAD_COND_INITIALIZER;

static void *maker(void *number) {
    pthread_mutex_lock(&lock);
    if (amount == ROOM)
        pthread_cond_wait(&has_room, &lock);
    assert(amount < ROOM);
    if (amount < ROOM)
        cells[amount++] = (int)(long)number;
    pthread_cond_signal(&has_more);
    pthread_mutex_unlock(&lock);
    return 0;
}

static void *taker(void *unused) {
    pthread_mutex_lock(&lock);
    while (amount == 0)
        pthread_cond_wait(&has_more, &lock);
    amount--;
    assert(cells[amount] == 1 || cells[amount] == 2);
    pthread_cond_signal(&has_room);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t one, two, three;
    pthread_create(&one, 0, maker, (void *)1);
    pthread_create(&two, 0, maker, (void *)2);
    pthread_create(&three, 0, taker, 0);
    pthread_join(three, 0);
    return 0;
}
