//@ data-race: safe
//@ by: static
//@ twin: live_counter_reset
//@ domain: 0 1 2
// The counter lies in an object that is set to zero first; a pointer leads to it.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct pool { pthread_mutex_t lock; pthread_cond_t ended; int live; };
struct pool *pool;
int data;
pthread_mutex_t data_lock = PTHREAD_MUTEX_INITIALIZER;

void *work(void *argument) {
    struct pool *pool = argument;
    pthread_mutex_lock(&data_lock);
    data++;
    pthread_mutex_unlock(&data_lock);
    pthread_mutex_lock(&pool->lock);
    --pool->live;
    pthread_cond_signal(&pool->ended);
    pthread_mutex_unlock(&pool->lock);
    return 0;
}

int main(void) {
    pthread_t id;
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000)
        return 0;
    struct pool *pool = malloc(sizeof *pool);
    if (!pool)
        return 1;
    pthread_mutex_init(&pool->lock, 0);
    pthread_cond_init(&pool->ended, 0);
    pool->live = 0;
    for (int i = 0; i < n; i++) {
        pthread_mutex_lock(&pool->lock);
        pool->live += 1;
        pthread_mutex_unlock(&pool->lock);
        if (pthread_create(&id, 0, work, pool) != 0)
            abort();
        pthread_detach(id);
    }
    pthread_mutex_lock(&pool->lock);
    while (pool->live > 0)
        pthread_cond_wait(&pool->ended, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
    return data;
}
