//@ all: safe  leaks: safe
//@ twin: last_thread_does_not_free
// Main has ended its thread, and the process does not end before its last thread has freed its cell.
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
    pthread_exit(0);
}
