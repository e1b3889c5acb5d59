/*
 * One thread makes one thing and tells the other, which waits until it is there: neither waits for ever.
 *
 *   raddle check --engine lazy -p assertions -p deadlock examples/papers/esbmc/sync01_good.c
 *   VERDICT: SAFE
 *
 * After `sync01_ok` in Table 3 of Cordeiro, Fischer: Bounded Model Checking of Multi-threaded Software using SMT solvers.
 */
#include <assert.h>
#include <pthread.h>

static int amount;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t is_full = PTHREAD_COND_INITIALIZER;

static void *maker(void *unused) {
    pthread_mutex_lock(&lock);
    amount++;
    pthread_cond_signal(&is_full);
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *taker(void *unused) {
    pthread_mutex_lock(&lock);
    while (amount == 0)
        pthread_cond_wait(&is_full, &lock);
    assert(amount == 1);
    amount--;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, maker, 0);
    pthread_create(&two, 0, taker, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
