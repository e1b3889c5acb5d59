/*
 * The thread pool that does not always shut down.
 *
 * Workers wait for jobs and do them. To shut the pool down, a flag is set and everybody is woken; a worker that finds the flag
 * set and no job left goes home. The flag is only ever set, never reset, the engineer thought, so it needs no lock.
 *
 * A worker has just found the flag clear and is about to wait. Now the flag is set and everybody is woken: everybody who
 * waits, which this worker does not do yet. Then it waits, for a wake-up that has already happened; and main waits for
 * the worker.
 *
 *   raddle check examples/thread_pool_shutdown.c
 *   VERDICT: UNSAFE (deadlock, data-race)
 *
 * Look for the broadcast between the worker's test of `stopping` and its wait. Making the flag _Atomic removes the data
 * race and keeps the deadlock: try it.
 */
#include <assert.h>
#include <pthread.h>

enum { WORKERS = 2, JOBS = 2 };

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t wake;
    int jobs;
    int done;
    int stopping;
};

struct pool pool = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, 0};

void *worker(void *unused) {
    pthread_mutex_lock(&pool.lock);
    for (;;) {
        while (pool.jobs == 0 && !pool.stopping)
            pthread_cond_wait(&pool.wake, &pool.lock);
        if (pool.jobs == 0)
            break;
        pool.jobs--;
        pool.done++;
    }
    pthread_mutex_unlock(&pool.lock);
    return unused;
}

void submit(void) {
    pthread_mutex_lock(&pool.lock);
    pool.jobs++;
    pthread_cond_signal(&pool.wake);
    pthread_mutex_unlock(&pool.lock);
}

void shut_down(void) {
    pool.stopping = 1;
    pthread_cond_broadcast(&pool.wake);
}

int main(void) {
    pthread_t workers[WORKERS];
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&workers[i], 0, worker, 0);
    for (int i = 0; i < JOBS; i++)
        submit();
    shut_down();
    for (int i = 0; i < WORKERS; i++)
        pthread_join(workers[i], 0);
    assert(pool.done == JOBS);
    return 0;
}
