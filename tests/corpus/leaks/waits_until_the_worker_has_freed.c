//@ all: safe  leaks: safe
//@ by: explicit bmc
//@ twin: ends_before_the_worker_frees
// The worker has freed its cell when main returns.
#include <pthread.h>
#include <stdlib.h>

void *worker(void *argument) {
    int *cell = malloc(sizeof *cell);
    *cell = 1;
    free(cell);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    return 0;
}
