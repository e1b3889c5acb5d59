//@ memory: unsafe
/* The lock lies in memory that may be read only. */
#include <pthread.h>
#include <sys/mman.h>

int main(void)
{
    pthread_mutex_t *lock = mmap(0, sizeof *lock, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (lock == MAP_FAILED)
        return 1;
    pthread_mutex_lock(lock);
    pthread_mutex_unlock(lock);
    return 0;
}
