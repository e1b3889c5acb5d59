//@ unsafe
//@ twin: joined_by_bound_beside_the_ids
// The id of the last thread is stored over the data and the number of threads.
#include <pthread.h>
#include <stdlib.h>

struct pool {
    pthread_mutex_t lock;
    pthread_t ids[2];
    int data;
    int count;
};

static struct pool pool;

void *worker(void *argument) {
    struct pool *p = argument;
    pthread_mutex_lock(&p->lock);
    p->data++;
    pthread_mutex_unlock(&p->lock);
    return 0;
}

int main(void) {
    pthread_mutex_init(&pool.lock, 0);
    pool.count = 3;
    for (int i = 0; i < pool.count; i++)
        if (pthread_create(&pool.ids[i], 0, worker, &pool))
            exit(1);
    for (int i = 0; i < pool.count; i++)
        pthread_join(pool.ids[i], 0);
    return pool.data;
}
