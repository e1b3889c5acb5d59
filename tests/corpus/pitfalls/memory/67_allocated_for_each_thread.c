//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 67_allocated_for_both
// Each thread has a cell of its own.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void *worker(void *unused) {
    int *cell = malloc(sizeof *cell);
    *cell = 1;
    *cell += 1;
    assert(*cell == 2);
    free(cell);
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, worker, 0);
    pthread_create(&t2, 0, worker, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
