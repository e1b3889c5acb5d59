//@ all: safe
//@ by: explicit
//@ twin: deadline_is_set
// The deadlines are set before the thread waits.
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static struct timespec of_mutex, of_lock;

static void *worker(void *unused)
{
    if (pthread_mutex_timedlock(&mutex, &of_mutex) == 0) {
        pthread_mutex_unlock(&mutex);
    }
    if (pthread_rwlock_timedwrlock(&lock, &of_lock) == 0) {
        pthread_rwlock_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;
    of_mutex.tv_sec = 1;
    of_lock.tv_sec = 1;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    return 0;
}
