/*
 * P1-x of "Reduction for Compositional Verification of Multi-Threaded Programs" (Fig. 1): two locks protect two cells, and the first
 * thread's work on them is two reducible blocks, one of which nests the locks. Each block works x times.
 * The value that the assertion excludes would need the second thread inside of the first block.
 * raddle check --engine compositional -p assertions -D X=1 examples/papers/redcomp/p1.c
 * VERDICT: SAFE
 */
#include <assert.h>
#include <pthread.h>

#ifndef X
#define X 1
#endif

#define TIMES_1(work) work
#define TIMES_5(work) work work work work work
#define TIMES_10(work) TIMES_5(work) TIMES_5(work)
#define TIMES_50(work) TIMES_10(work) TIMES_10(work) TIMES_10(work) TIMES_10(work) TIMES_10(work)
#define TIMES_100(work) TIMES_50(work) TIMES_50(work)
#define TIMES_200(work) TIMES_100(work) TIMES_100(work)
#define TIMES__(x, work) TIMES_##x(work)
#define TIMES_(x, work) TIMES__(x, work)
#define TIMES(work) TIMES_(X, work)

int x = 2, y = 2;
pthread_mutex_t mx = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t my = PTHREAD_MUTEX_INITIALIZER;

void *first(void *unused)
{
    int a;
    pthread_mutex_lock(&mx);
    a = x;
    pthread_mutex_lock(&my);
    TIMES(y = y + a;)
    pthread_mutex_unlock(&my);
    a = a + 1;
    pthread_mutex_lock(&my);
    TIMES(y = y + a;)
    pthread_mutex_unlock(&my);
    x = 2 * x + a;
    pthread_mutex_unlock(&mx);
    return 0;
}

void *second(void *unused)
{
    pthread_mutex_lock(&mx);
    TIMES(x = x + 2;)
    pthread_mutex_unlock(&mx);
    return 0;
}

void *third(void *unused)
{
    pthread_mutex_lock(&my);
    TIMES(y = y + 2;)
    pthread_mutex_unlock(&my);
    return 0;
}

int main(void)
{
    pthread_t one, two, three;
    pthread_create(&one, 0, first, 0);
    pthread_create(&two, 0, second, 0);
    pthread_create(&three, 0, third, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    pthread_join(three, 0);
    assert(x != 7 + 4 * X);
    return 0;
}
