/*
 * A thread goes from phase to phase, and gives one lock back only when it has the next.
 *
 *   raddle check --engine lazy -p assertions -p deadlock examples/papers/esbmc/phase01.c
 *   VERDICT: SAFE
 *
 * After `phase01_ok` in Table 3 of Cordeiro, Fischer: Bounded Model Checking of Multi-threaded Software using SMT solvers.
 */
#include <assert.h>
#include <pthread.h>

static int phase;
static pthread_mutex_t even = PTHREAD_MUTEX_INITIALIZER, odd = PTHREAD_MUTEX_INITIALIZER;

static void *walker(void *unused) {
    pthread_mutex_lock(&even);
    phase = 1;
    pthread_mutex_lock(&odd);
    pthread_mutex_unlock(&even);
    phase = 2;
    pthread_mutex_lock(&even);
    pthread_mutex_unlock(&odd);
    phase = 3;
    pthread_mutex_unlock(&even);
    return unused;
}

int main(void) {
    pthread_t one;
    pthread_create(&one, 0, walker, 0);
    pthread_join(one, 0);
    assert(phase == 3);
    return 0;
}
