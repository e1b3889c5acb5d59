//@ leaks: unsafe  others: safe
//@ twin: worker_ends_by_itself
// The worker ends its thread before it frees its memory.
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *unused) {
    (void)unused;
    int *number = malloc(sizeof *number);
    if (number != NULL)
        pthread_exit(NULL);
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    return 0;
}
