//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 99_sum_loses_an_update
// A lock keeps the two updates apart.
#include <assert.h>
#include <pthread.h>

static double sum;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused)
{
    pthread_mutex_lock(&mutex);
    sum = sum + 0.25;
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    worker(0);
    pthread_join(thread, 0);
    assert(sum > 0.25);
    return 0;
}
