//@ safe
//@ by: static
//@ twin: joined_by_stored_bound_late
// The number of threads is computed and stored in a structure, which is cleared before. Both loops read it.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct pool {
    pthread_mutex_t lock;
    int data;
    int count;
    pthread_t *ids;
};

void *worker(void *argument) {
    struct pool *p = argument;
    pthread_mutex_lock(&p->lock);
    p->data++;
    pthread_mutex_unlock(&p->lock);
    return 0;
}

struct pool *pool_new(int n) {
    struct pool *p = malloc(sizeof *p);
    if (!p)
        return 0;
    memset(p, 0, sizeof *p);
    pthread_mutex_init(&p->lock, 0);
    p->count = n + 1;
    if (p->count > 3)
        p->count = 3;
    p->ids = malloc(p->count * sizeof *p->ids);
    if (!p->ids)
        exit(1);
    for (int i = 0; i < p->count; i++)
        pthread_create(&p->ids[i], 0, worker, p);
    return p;
}

int pool_free(struct pool *p) {
    for (int i = 0; i < p->count; i++)
        pthread_join(p->ids[i], 0);
    pthread_mutex_destroy(&p->lock);
    int data = p->data;
    free(p->ids);
    free(p);
    return data;
}

int main(void) {
    struct pool *p = pool_new(1);
    return p ? pool_free(p) : 1;
}
