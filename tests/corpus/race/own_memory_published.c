//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: own_memory_kept
// Each thread has memory of its own, but lets the other one see it.
#include <pthread.h>
#include <stdlib.h>

int *_Atomic seen;

void *worker(void *unused) {
    int *own = calloc(1, sizeof(int));
    seen = own;
    *seen = 1;
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
