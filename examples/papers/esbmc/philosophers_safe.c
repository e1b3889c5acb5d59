/*
 * N philosophers at a round table, each with two forks to share; the last one is left-handed, so nobody starves. They cannot
 * all eat at once: neighbours share a fork.
 *
 *   raddle check --engine schedule -p assertions -D N=3 examples/papers/esbmc/philosophers_safe.c
 *   VERDICT: SAFE
 *
 * After the variants `unsat` in Table 2 of Cordeiro, Fischer: Bounded Model Checking of Multi-threaded Software using SMT solvers.
 */
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 3
#endif

static pthread_mutex_t forks[N];
/* Who eats: a bit for each seat. */
static unsigned eating;
static pthread_mutex_t table = PTHREAD_MUTEX_INITIALIZER;

static void *philosopher(void *seat) {
    int number = (int)(long)seat;
    int left = number, right = (number + 1) % N;
    int first = left < right ? left : right;
    int second = left < right ? right : left;
    pthread_mutex_lock(&forks[first]);
    pthread_mutex_lock(&forks[second]);
    pthread_mutex_lock(&table);
    eating |= 1u << number;
    assert(eating != (1u << N) - 1);
    pthread_mutex_unlock(&table);
    pthread_mutex_lock(&table);
    eating &= ~(1u << number);
    pthread_mutex_unlock(&table);
    pthread_mutex_unlock(&forks[second]);
    pthread_mutex_unlock(&forks[first]);
    return 0;
}

int main(void) {
    pthread_t threads[N];
    for (long number = 0; number < N; number++)
        pthread_create(&threads[number], 0, philosopher, (void *)number);
    for (int number = 0; number < N; number++)
        pthread_join(threads[number], 0);
    return 0;
}
