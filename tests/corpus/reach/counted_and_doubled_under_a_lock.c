//@ assertions: unsafe
//@ by: explicit
//@ twin: counted_by_many_under_a_lock
// Doubling does not commute with counting.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int total = 1;

void *count(void *argument)
{
    pthread_mutex_lock(&lock);
    total += 3;
    pthread_mutex_unlock(&lock);
    return 0;
}

void *twice(void *argument)
{
    pthread_mutex_lock(&lock);
    total *= 2;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t counts, doubles;
    pthread_create(&counts, 0, count, 0);
    pthread_create(&doubles, 0, twice, 0);
    pthread_join(counts, 0);
    pthread_join(doubles, 0);
    assert(total != 5);
    return 0;
}
