//@ leaks: unsafe  others: safe
//@ by: explicit bmc
//@ twin: worker_calls_abort
// The worker ends the process with exit, in order, while main has not freed its cell.
#include <pthread.h>
#include <stdlib.h>

void *worker(void *argument) {
    exit(0);
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
