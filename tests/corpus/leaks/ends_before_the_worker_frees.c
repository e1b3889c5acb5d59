//@ leaks: unsafe  others: safe
//@ by: explicit bmc
//@ twin: waits_until_the_worker_has_freed
// Main may return while the worker is between malloc and free, which touch nothing that is shared.
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
    return 0;
}
