//@ unsafe
//@ by: explicit
//@ twin: joined_by_count_in_structure
// The threads are joined by a call in the loop, before the last one is counted.
#include <pthread.h>
#include <stdlib.h>

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

int pool_free(struct pool *p) {
    for (int i = 0; i < p->count; i++)
        pthread_join(p->ids[i], 0);
    pthread_mutex_destroy(&p->lock);
    int data = p->data;
    return data;
}

int main(void) {
    struct pool *p = calloc(1, sizeof *p);
    int data = 0;
    if (!p)
        return 0;
    pthread_mutex_init(&p->lock, 0);
    p->ids = malloc(2 * sizeof *p->ids);
    if (!p->ids)
        exit(1);
    for (int i = 0; i < 2; i++) {
        pthread_create(&p->ids[i], 0, worker, p);
        if (i == 1)
            data = pool_free(p);
        p->count++;
    }
    return data;
}
