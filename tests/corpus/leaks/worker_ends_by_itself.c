//@ all: safe
//@ twin: worker_ends_by_itself_with_memory
// Only the worker ends its thread alone: the process ends when main returns, and nothing is left then.
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *unused) {
    (void)unused;
    int *number = malloc(sizeof *number);
    free(number);
    pthread_exit(NULL);
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    return 0;
}
