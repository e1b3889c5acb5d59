//@ assertions: unsafe  others: safe
//@ twin: freed_with_a_lock_that_the_reader_lacks
// Both have the lock, and the worker looks whether there is something to read.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
int *cell;

void *worker(void *arg) {
    pthread_mutex_lock(&guard);
    int seen = cell ? *cell : 0;
    pthread_mutex_unlock(&guard);
    return 0;
}

int main(void) {
    pthread_t thread;
    cell = calloc(1, sizeof *cell);
    pthread_mutex_lock(&guard);
    pthread_create(&thread, 0, worker, 0);
    free(cell);
    cell = 0;
    pthread_mutex_unlock(&guard);
    pthread_join(thread, 0);
    assert(0);
    return 0;
}
