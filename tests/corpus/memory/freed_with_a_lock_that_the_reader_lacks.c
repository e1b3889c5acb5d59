//@ assertions: unsafe  memory: unsafe  data-race: unsafe  others: safe
//@ twin: freed_with_the_lock_of_the_reader
// Main frees with a lock, the worker reads without one. If the read comes second the execution ends there, so the assertion
// is reached by those executions only in which it comes first.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
int *cell;

void *worker(void *arg) {
    int seen = *cell;
    return 0;
}

int main(void) {
    pthread_t thread;
    cell = calloc(1, sizeof *cell);
    pthread_mutex_lock(&guard);
    pthread_create(&thread, 0, worker, 0);
    free(cell);
    pthread_join(thread, 0);
    pthread_mutex_unlock(&guard);
    assert(0);
    return 0;
}
