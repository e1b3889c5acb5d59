//@ unsafe
//@ by: explicit
//@ twin: child_reads_what_its_parent_wrote
// The parent process shares its memory with its threads.
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *forks(void *argument)
{
    if (fork() != 0)
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
