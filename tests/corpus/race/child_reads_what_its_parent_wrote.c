//@ safe
//@ by: explicit
//@ twin: thread_reads_what_main_wrote
// The child has a copy of the memory, so its reads do not race with the parent's writes. The attempt to lock makes the search follow the order of
// accesses.
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *forks(void *argument)
{
    if (fork() == 0)
        return count ? argument : 0;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, forks, 0);
    count++;
    if (pthread_mutex_trylock(&mutex) == 0)
        pthread_mutex_unlock(&mutex);
    pthread_join(thread, 0);
    return 0;
}
