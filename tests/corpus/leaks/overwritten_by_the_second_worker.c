//@ leaks: unsafe  others: safe
//@ by: explicit bmc
//@ twin: freed_by_the_second_worker
// The second worker overwrites the only pointer to the cell of the first one.
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int *latest;

void *worker(void *argument) {
    int *cell = malloc(sizeof *cell);
    *cell = 1;
    pthread_mutex_lock(&lock);
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
