//@ unsafe
//@ by: explicit
//@ twin: joined_by_count_in_cleared_structure
// The count is filled with zeros once more before the threads are joined.
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
    p->ids = malloc(n * sizeof *p->ids);
    if (!p->ids)
        exit(1);
    for (int i = 0; i < n; i++) {
        if (pthread_create(&p->ids[i], 0, worker, p))
            break;
        p->count++;
    }
    return p;
}

int pool_free(struct pool *p) {
    memset(&p->count, 0, sizeof p->count);
    for (int i = 0; i < p->count; i++)
        pthread_join(p->ids[i], 0);
    pthread_mutex_destroy(&p->lock);
    int data = p->data;
    free(p->ids);
    free(p);
    return data;
}

int main(void) {
    struct pool *p = pool_new(2);
    return p ? pool_free(p) : 1;
}
