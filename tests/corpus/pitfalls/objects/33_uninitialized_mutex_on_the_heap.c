//@ locks: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 33_initialized_mutex_on_the_heap
// So does one in a structure from malloc.
#include <pthread.h>
#include <stdlib.h>

struct guarded {
    pthread_mutex_t lock;
    int value;
};

int main(void) {
    struct guarded *g = malloc(sizeof *g);
    pthread_mutex_lock(&g->lock);
    g->value = 1;
    pthread_mutex_unlock(&g->lock);
    free(g);
    return 0;
}
