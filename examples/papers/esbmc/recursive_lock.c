/*
 * A function takes the lock that its caller has already, and it is not a recursive one: the thread waits for itself.
 *
 *   raddle check --engine lazy -p deadlock examples/papers/esbmc/recursive_lock.c
 *   VERDICT: UNSAFE (deadlock)
 *
 * After `tc10_rec_lock_bad` in Table 3 of Cordeiro, Fischer: Bounded Model Checking of Multi-threaded Software using SMT solvers.
 */
#include <pthread.h>

static int entries;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void enter(int depth) {
    pthread_mutex_lock(&lock);
    entries++;
    if (depth > 0)
        enter(depth - 1);
    pthread_mutex_unlock(&lock);
}

static void *worker(void *unused) {
    enter(1);
    return unused;
}

int main(void) {
    pthread_t one;
    pthread_create(&one, 0, worker, 0);
    pthread_join(one, 0);
    return 0;
}
