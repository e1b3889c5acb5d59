//@ assertions: unsafe  memory: unsafe  others: safe
//@ twin: freed_behind_the_post_and_the_join
// The worker passes the semaphore before main frees it.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t *posted;

static void *worker(void *unused)
{
    sem_wait(posted);
    assert(0);
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
    free(posted);
    pthread_join(thread, 0);
    return 0;
}
