//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 99_sum_keeps_its_updates
// Both threads may add to zero.
#include <assert.h>
#include <pthread.h>

static double sum;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused)
{
    sum = sum + 0.25;
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
