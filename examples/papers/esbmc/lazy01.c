/*
 * Two threads add, a third one looks: it sees any of four sums, and never more.
 *
 *   raddle check --engine lazy -p assertions examples/papers/esbmc/lazy01.c
 *   VERDICT: SAFE
 *
 * After `lazy01_ok` in Table 3 of Cordeiro, Fischer: Bounded Model Checking of Multi-threaded Software using SMT solvers.
 */
#include <assert.h>
#include <pthread.h>

static int sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *one_more(void *unused) {
    pthread_mutex_lock(&lock);
    sum++;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *two_more(void *unused) {
    pthread_mutex_lock(&lock);
    sum += 2;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *onlooker(void *unused) {
    pthread_mutex_lock(&lock);
    assert(sum <= 3);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t one, two, three;
    pthread_create(&one, 0, one_more, 0);
    pthread_create(&two, 0, two_more, 0);
    pthread_create(&three, 0, onlooker, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    pthread_join(three, 0);
    return 0;
}
