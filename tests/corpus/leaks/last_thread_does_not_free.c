//@ leaks: unsafe  others: safe
//@ twin: last_thread_frees
// Main has ended its thread: the process ends with its last thread.
#include <pthread.h>
#include <stdlib.h>

void *worker(void *argument) {
    int *cell = malloc(sizeof *cell);
    *cell = 1;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_exit(0);
}
