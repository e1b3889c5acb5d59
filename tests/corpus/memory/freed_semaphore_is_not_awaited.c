//@ safe
// The worker has passed the semaphore when the pool is freed.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static struct pool {
    sem_t work;
    int jobs;
} *pool;

static void *worker(void *unused)
{
    sem_wait(&pool->work);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pool = malloc(sizeof *pool);
    if (!pool)
        return 1;
    sem_init(&pool->work, 0, 0);
    pthread_create(&thread, 0, worker, 0);
    sem_post(&pool->work);
    pthread_join(thread, 0);
    free(pool);
    return 0;
}
