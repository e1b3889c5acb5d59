//@ memory: unsafe  others: safe
//@ twin: lock_that_can_be_written
/* A constant mutex cannot be locked. */
#include <pthread.h>

static const pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    pthread_mutex_lock((pthread_mutex_t *)&lock);
    pthread_mutex_unlock((pthread_mutex_t *)&lock);
    return 0;
}
