//@ assertions: unsafe
//@ by: explicit
//@ twin: counted_by_many_under_a_lock
// One section of the lock gives it back in a wait, and looks at the count before and behind it.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int total;

void *count(void *argument)
{
    pthread_mutex_lock(&lock);
    total++;
    pthread_mutex_unlock(&lock);
    pthread_cond_signal(&changed);
    return 0;
}

int main(void)
{
    pthread_t one;
    pthread_create(&one, 0, count, 0);
    pthread_mutex_lock(&lock);
    int before = total;
    while (total == 0)
        pthread_cond_wait(&changed, &lock);
    assert(before == 1);
    pthread_mutex_unlock(&lock);
    return 0;
}
