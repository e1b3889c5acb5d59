/*
 * Five threads in a ring, each takes its own lock and then its neighbour's: a cycle of lock orders.
 *
 *   raddle check --engine schedule -p deadlock -D N=3 examples/papers/esbmc/lock_order.c
 *   VERDICT: UNSAFE (deadlock)
 *
 * After `tc14_laog_bad` in Table 3 of Cordeiro, Fischer: Bounded Model Checking of Multi-threaded Software using SMT solvers.
 */
#include <pthread.h>

#ifndef N
#define N 5
#endif

static pthread_mutex_t locks[N];

static void *worker(void *place) {
    int number = (int)(long)place;
    pthread_mutex_lock(&locks[number]);
    pthread_mutex_lock(&locks[(number + 1) % N]);
    pthread_mutex_unlock(&locks[(number + 1) % N]);
    pthread_mutex_unlock(&locks[number]);
    return 0;
}

int main(void) {
    pthread_t threads[N];
    for (long number = 0; number < N; number++)
        pthread_create(&threads[number], 0, worker, (void *)number);
    for (int number = 0; number < N; number++)
        pthread_join(threads[number], 0);
    return 0;
}
