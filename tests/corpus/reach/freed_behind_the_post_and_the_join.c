//@ safe
// The worker counts behind the semaphore. Main frees it once the worker has ended.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t *posted;
static int count;

static void *worker(void *unused)
{
    sem_wait(posted);
    count++;
    return unused;
}

int main(void)
{
    pthread_t thread;
    posted = malloc(sizeof *posted);
    if (!posted)
        return 1;
    sem_init(posted, 0, 0);
    pthread_create(&thread, 0, worker, 0);
    sem_post(posted);
    pthread_join(thread, 0);
    free(posted);
    assert(count == 1);
    return 0;
}
