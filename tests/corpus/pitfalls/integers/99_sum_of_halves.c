//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 99_sum_of_other_halves
// Halves are added exactly, in any order.
#include <assert.h>
#include <pthread.h>

static double sum;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *number)
{
    double half = *(int *)number * 0.5;
    pthread_mutex_lock(&mutex);
    sum += half;
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void)
{
    int numbers[2] = {1, 2};
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], 0, worker, &numbers[i]);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], 0);
    }
    assert(sum == 1.5);
    return 0;
}
