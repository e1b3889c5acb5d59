//@ all: safe
//@ by: explicit
//@ twin: 94_freed_by_another_thread_meanwhile
// Main allocates the new object before the worker can free the old one.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int *old;

void *worker(void *unused) {
    free(old);
    return unused;
}

int main(void) {
    pthread_t t;
    old = malloc(sizeof *old);
    int *kept = old;
    int *new = malloc(sizeof *new);
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    assert(new != kept);
    free(new);
    return 0;
}
