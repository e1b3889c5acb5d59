//@ unsafe
//@ by: bmc explicit
// The function cannot reach the lock that is locked twice.
#include <pthread.h>

void reset(pthread_mutex_t *lock);

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    pthread_mutex_lock(&lock);
    reset(&other);
    pthread_mutex_lock(&lock);
    return 0;
}
