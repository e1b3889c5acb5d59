//@ memory: unsafe  others: safe
//@ twin: freed_semaphore_is_not_awaited
// The pool is freed before the worker waits at its semaphore: it uses freed memory, and does not wait for a post.
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
    free(pool);
    pthread_join(thread, 0);
    return 0;
}
