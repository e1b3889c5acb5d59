//@ assertions: unsafe  others: safe
//@ by: explicit
//@ twin: 94_freed_by_another_thread_later
// The worker may free the old object before main allocates the new one.
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
    pthread_create(&t, 0, worker, 0);
    int *new = malloc(sizeof *new);
    pthread_join(t, 0);
    assert(new != kept);
    free(new);
    return 0;
}
