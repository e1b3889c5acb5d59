/*
 * N philosophers at a round table. That they have never all eaten is wrong: each eats at least once.
 *
 *   raddle check --engine widen -p assertions -D N=3 examples/papers/esbmc/philosophers_bug.c
 *   VERDICT: UNSAFE (assertions)
 *
 * After the variants `sat` in Table 2 of Cordeiro, Fischer: Bounded Model Checking of Multi-threaded Software using SMT solvers.
 */
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 3
#endif

static pthread_mutex_t forks[N];
static int n_fed;
static pthread_mutex_t count = PTHREAD_MUTEX_INITIALIZER;

static void *philosopher(void *seat) {
    int number = (int)(long)seat;
    int left = number, right = (number + 1) % N;
    int first = left < right ? left : right;
    int second = left < right ? right : left;
    pthread_mutex_lock(&forks[first]);
    pthread_mutex_lock(&forks[second]);
    pthread_mutex_lock(&count);
    n_fed++;
    assert(n_fed < N);
    pthread_mutex_unlock(&count);
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
