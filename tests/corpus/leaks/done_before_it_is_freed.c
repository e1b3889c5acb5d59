//@ leaks: unsafe  others: safe
//@ by: explicit bmc
//@ twin: done_after_it_is_freed
// The worker says that it is done before it has freed its cell, and main does not wait for its end.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

atomic_int is_done;

void *worker(void *argument) {
    int *cell = malloc(sizeof *cell);
    *cell = 1;
    is_done = 1;
    free(cell);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    while (!is_done) {
    }
    return 0;
}
