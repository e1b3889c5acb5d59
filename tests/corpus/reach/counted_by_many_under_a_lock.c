//@ assertions: safe
//@ by: explicit
//@ twin: counted_and_doubled_under_a_lock
// Sections that count commute, so 24 threads need not take turns.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
long total;

void *work(void *argument)
{
    for (int i = 0; i < 300; i++) {
        pthread_mutex_lock(&lock);
        total += (long)argument;
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

int main(void)
{
    pthread_t ids[24];
    for (long i = 0; i < 24; i++)
        pthread_create(&ids[i], 0, work, (void *)i);
    for (int i = 0; i < 24; i++)
        pthread_join(ids[i], 0);
    assert(total == 300 * 276);
    return 0;
}
