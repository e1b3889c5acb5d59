//@ data-race: safe
//@ domain: 0 1 2
//@ by: explicit
//@ twin: thread_for_each_processor
// However many processors there are, the lock orders the threads.
#include <pthread.h>
#include <unistd.h>

static int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument)
{
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (processors > 2)
        processors = 2;
    for (long i = 0; i < processors; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (long i = 0; i < processors; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
