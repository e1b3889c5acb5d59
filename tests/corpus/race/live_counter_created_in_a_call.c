//@ data-race: safe
//@ by: static
//@ twin: live_counter_created_twice_in_a_call
//@ domain: 0 1 2
// A loop calls a function that creates one thread, or gives up. The threads count themselves, and main waits until all have begun and ended.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct pool {
    pthread_mutex_t live_lock, data_lock;
    pthread_cond_t changed;
    int live, data;
};

void *work(void *argument) {
    struct pool *pool = argument;
    pthread_mutex_lock(&pool->live_lock);
    pool->live++;
    pthread_cond_signal(&pool->changed);
    pthread_mutex_unlock(&pool->live_lock);
    pthread_mutex_lock(&pool->data_lock);
    pool->data++;
    pthread_mutex_unlock(&pool->data_lock);
    pthread_mutex_lock(&pool->live_lock);
    pool->live--;
    pthread_cond_signal(&pool->changed);
    pthread_mutex_unlock(&pool->live_lock);
    return 0;
}

int start(struct pool *pool) {
    pthread_t id;
    if (pool == 0)
        return -1;
    pthread_create(&id, 0, work, pool);
    return 0;
}

struct pool *pool_new(int n) {
    struct pool *pool = malloc(sizeof *pool);
    if (pool == 0)
        return 0;
    pthread_mutex_init(&pool->live_lock, 0);
    pthread_mutex_init(&pool->data_lock, 0);
    pthread_cond_init(&pool->changed, 0);
    pool->live = 0;
    pool->data = 0;
    for (int i = 0; i < n; i++)
        start(pool);
    pthread_mutex_lock(&pool->live_lock);
    while (pool->live != n)
        pthread_cond_wait(&pool->changed, &pool->live_lock);
    pthread_mutex_unlock(&pool->live_lock);
    return pool;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000000)
        return 0;
    struct pool *pool = pool_new(n);
    if (pool == 0)
        return 0;
    pthread_mutex_lock(&pool->live_lock);
    while (pool->live > 0)
        pthread_cond_wait(&pool->changed, &pool->live_lock);
    pthread_mutex_unlock(&pool->live_lock);
    return pool->data;
}
