//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 33_uninitialized_mutex_on_the_heap
// Initialized and destroyed.
#include <pthread.h>
#include <stdlib.h>

struct guarded {
    pthread_mutex_t lock;
    int value;
};

int main(void) {
    struct guarded *g = malloc(sizeof *g);
    pthread_mutex_init(&g->lock, 0);
    pthread_mutex_lock(&g->lock);
    g->value = 1;
    pthread_mutex_unlock(&g->lock);
    pthread_mutex_destroy(&g->lock);
    free(g);
    return 0;
}
