//@ assertions: unsafe
//@ by: explicit
//@ twin: counted_by_many_under_a_lock
// Threads that count for ever hide no other thread.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
unsigned total, number;

void *count(void *argument)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        total++;
        pthread_mutex_unlock(&lock);
    }
}

void *store(void *argument)
{
    number = 1;
    number = 2;
    return 0;
}

int main(void)
{
    pthread_t one, other, storing;
    pthread_create(&one, 0, count, 0);
    pthread_create(&other, 0, count, 0);
    pthread_create(&storing, 0, store, 0);
    assert(number != 1);
    return 0;
}
