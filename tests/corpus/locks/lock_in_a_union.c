//@ unknown
// A member of the union around the mutex is written while the mutex is held.
#include <pthread.h>

static union {
    pthread_mutex_t mutex;
    long numbers[5];
} shared = { PTHREAD_MUTEX_INITIALIZER };

static int count;

static void *worker(void *unused)
{
    pthread_mutex_lock(&shared.mutex);
    count++;
    pthread_mutex_unlock(&shared.mutex);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_mutex_lock(&shared.mutex);
    shared.numbers[0] = 0;
    count++;
    pthread_mutex_unlock(&shared.mutex);
    pthread_join(thread, 0);
    return 0;
}
