//@ assertions: unsafe
//@ by: explicit
//@ twin: counted_by_many_under_a_lock
// An attempt sees that the lock is held.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int total;

void *count(void *argument)
{
    pthread_mutex_lock(&lock);
    total++;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t one;
    pthread_create(&one, 0, count, 0);
    int code = pthread_mutex_trylock(&lock);
    assert(code == 0);
    return 0;
}
