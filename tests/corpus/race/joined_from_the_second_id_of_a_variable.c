//@ unsafe
//@ by: explicit
//@ twin: joined_by_bound_in_a_variable
// The join loop begins with the second id of the array.
#include <pthread.h>
#include <stdlib.h>

struct pool {
    pthread_mutex_t lock;
    int data;
    int count;
    pthread_t ids[4];
};

void *worker(void *argument) {
    struct pool *p = argument;
    pthread_mutex_lock(&p->lock);
    p->data++;
    pthread_mutex_unlock(&p->lock);
    return 0;
}

void start(struct pool *p, int n) {
    pthread_mutex_init(&p->lock, 0);
    p->data = 0;
    p->count = n - 1;
    for (int i = 0; i < p->count; i++)
        if (pthread_create(&p->ids[i], 0, worker, p))
            exit(1);
}

int stop(struct pool *p) {
    for (int i = 0; i < p->count; i++)
        pthread_join(p->ids[i + 1], 0);
    return p->data;
}

int main(void) {
    struct pool p;
    start(&p, 3);
    return stop(&p);
}
