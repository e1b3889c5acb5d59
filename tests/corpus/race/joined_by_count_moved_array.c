//@ unsafe
//@ by: explicit
//@ twin: joined_by_count_in_structure
// The array is replaced by another one, whose ids are those of a thread that has ended.
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

struct pool *pool_new(int n) {
    struct pool *p = calloc(1, sizeof *p);
    if (!p)
        return 0;
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
    for (int i = 0; i < p->count; i++)
        pthread_join(p->ids[i], 0);
    pthread_mutex_destroy(&p->lock);
    int data = p->data;
    free(p->ids);
    free(p);
    return data;
}

void *other(void *unused) {
    return unused;
}

int main(void) {
    struct pool *p = pool_new(2);
    pthread_t id, *more = malloc(2 * sizeof *more);
    if (!p || !more)
        return 1;
    pthread_create(&id, 0, other, 0);
    more[0] = id;
    pthread_create(&id, 0, other, 0);
    more[1] = id;
    p->ids = more;
    return pool_free(p);
}
