//@ data-race: unsafe
//@ domain: 0 1 2
//@ by: explicit
//@ twin: thread_for_each_processor_under_a_lock
// There may be two processors.
#include <pthread.h>
#include <unistd.h>

static int count;

static void *work(void *argument)
{
    count++;
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
