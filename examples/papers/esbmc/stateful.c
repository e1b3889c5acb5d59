/*
 * Threads add to two numbers in critical sections, N times each: in every order the sums are the same.
 *
 *   raddle check --engine lazy -p assertions examples/papers/esbmc/stateful.c
 *   VERDICT: SAFE
 *
 * After `stateful01_ok`, `stateful06_ok` and, with THREADS=3, `stateful20_ok` in Table 3 of Cordeiro, Fischer: Bounded Model
 * Checking of Multi-threaded Software using SMT solvers.
 */
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 1
#endif
#ifndef THREADS
#define THREADS 2
#endif

static int first = 10, second = 10;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *amount) {
    int mine = (int)(long)amount;
    for (int round = 0; round < N; round++) {
        pthread_mutex_lock(&lock);
        first += mine;
        pthread_mutex_unlock(&lock);
        pthread_mutex_lock(&lock);
        second -= mine;
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

int main(void) {
    pthread_t threads[THREADS];
    for (long number = 0; number < THREADS; number++)
        pthread_create(&threads[number], 0, worker, (void *)(number + 1));
    for (int number = 0; number < THREADS; number++)
        pthread_join(threads[number], 0);
    assert(first == 10 + N * THREADS * (THREADS + 1) / 2);
    assert(first + second == 20);
    return 0;
}
