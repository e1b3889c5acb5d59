//@ all: safe
//@ by: explicit static
//@ twin: own_memory_published
//@ open: memory: intervals and points-to sets are too coarse to show it
// Each thread writes to memory that it alone has, in a loop that creates threads.
#include <pthread.h>
#include <stdlib.h>

void *worker(void *unused) {
    int *own = calloc(1, sizeof(int));
    *own = 1;
    free(own);
    return unused;
}

int main(void) {
    for (int i = 0; i < 2; i++) {
        pthread_t id;
        pthread_create(&id, 0, worker, 0);
    }
    return 0;
}
