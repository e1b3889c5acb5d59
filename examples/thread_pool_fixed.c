/*
 * The thread pool that does not always shut down, fixed: the flag is set under the lock under which it is tested. Between
 * a worker's test and its wait nobody can set it.
 *
 *   raddle check examples/thread_pool_fixed.c
 *   VERDICT: SAFE
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
    pthread_mutex_lock(&pool.lock);
    pool.stopping = 1;
    pthread_cond_broadcast(&pool.wake);
    pthread_mutex_unlock(&pool.lock);
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
