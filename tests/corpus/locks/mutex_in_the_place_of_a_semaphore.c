//@ unknown
// A semaphore is locked like a mutex, which was never initialized: no engine follows that.
#include <pthread.h>
#include <semaphore.h>

sem_t semaphore;

int main(void)
{
    sem_init(&semaphore, 0, 1);
    pthread_mutex_lock((pthread_mutex_t *)&semaphore);
    pthread_mutex_unlock((pthread_mutex_t *)&semaphore);
    return 0;
}
