//@ safe
// The lock guards the random state that `lrand48` hides.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused)
{
    pthread_mutex_lock(&mutex);
    lrand48();
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_mutex_lock(&mutex);
    lrand48();
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, 0);
    return 0;
}
