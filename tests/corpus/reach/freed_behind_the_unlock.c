//@ assertions: unsafe  memory: unsafe  others: safe
//@ twin: freed_behind_the_post_and_the_join
// The worker locks the mutex between the unlock and the free of main.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t *mutex;
static int written;

static void *worker(void *unused)
{
    pthread_mutex_lock(mutex);
    assert(!written);
    pthread_mutex_unlock(mutex);
    return unused;
}

int main(void)
{
    pthread_t thread;
    mutex = malloc(sizeof *mutex);
    if (!mutex)
        return 1;
    pthread_mutex_init(mutex, 0);
    pthread_create(&thread, 0, worker, 0);
    pthread_mutex_lock(mutex);
    written = 1;
    pthread_mutex_unlock(mutex);
    free(mutex);
    pthread_join(thread, 0);
    return 0;
}
