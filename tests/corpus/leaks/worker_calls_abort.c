//@ all: safe  leaks: safe
//@ by: explicit bmc
//@ twin: worker_calls_exit
// Whoever calls abort cleans up nothing, and is not asked to.
#include <pthread.h>
#include <stdlib.h>

void *worker(void *argument) {
    abort();
    return 0;
}

int main(void) {
    pthread_t thread;
    int *cell = malloc(sizeof *cell);
    *cell = 1;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    free(cell);
    return 0;
}
