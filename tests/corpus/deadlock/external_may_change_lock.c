//@ unknown
//@ twin: external_has_no_lock
// The function gets the lock: it may be one that takes or frees it.
#include <pthread.h>

void reset(pthread_mutex_t *lock);

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    pthread_mutex_lock(&lock);
    reset(&lock);
    pthread_mutex_lock(&lock);
    return 0;
}
