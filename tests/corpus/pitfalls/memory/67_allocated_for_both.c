//@ data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 67_allocated_for_each_thread
// One cell, shared through a global.
#include <pthread.h>
#include <stdlib.h>

int *cell;

void *worker(void *unused) {
    *cell = 1;
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    cell = malloc(sizeof *cell);
    pthread_create(&t1, 0, worker, 0);
    pthread_create(&t2, 0, worker, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    free(cell);
    return 0;
}
