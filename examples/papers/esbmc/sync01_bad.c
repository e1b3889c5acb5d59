/*
 * The taker waits without looking whether there is something already: if the maker was first, nobody wakes it.
 *
 *   raddle check --engine lazy -p deadlock examples/papers/esbmc/sync01_bad.c
 *   VERDICT: UNSAFE (deadlock)
 *
 * After `sync01_bad` in Table 3 of Cordeiro, Fischer: Bounded Model Checking of Multi-threaded Software using SMT solvers.
 */
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
    do
        pthread_cond_wait(&is_full, &lock);
    while (amount == 0);
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
