//@ deadlock: safe
//@ memory: unsafe
//@ by: explicit
// A thread ends with a lock, for which main waits. Another thread must still unlock a null pointer, where the execution ends: no thread waits for ever.
#include <pthread.h>

pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

void *keep(void *argument)
{
    pthread_mutex_lock(&guard);
    return 0;
}

void *unlock_nothing(void *argument)
{
    pthread_mutex_unlock(0);
    return 0;
}

int main(void)
{
    pthread_t keeper, other;
    pthread_create(&keeper, 0, keep, 0);
    pthread_create(&other, 0, unlock_nothing, 0);
    pthread_mutex_lock(&guard);
    return 0;
}
