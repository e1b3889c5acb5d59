//@ all: safe  leaks: safe
//@ by: explicit bmc
//@ twin: overwritten_by_the_second_worker
// The second worker frees the cell of the first one before it stores its own.
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int *latest;

void *worker(void *argument) {
    int *cell = malloc(sizeof *cell);
    *cell = 1;
    pthread_mutex_lock(&lock);
    free(latest);
    latest = cell;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, worker, 0);
    pthread_create(&two, 0, worker, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    free(latest);
    return 0;
}
