//@ memory: unsafe  others: safe
//@ by: explicit
//@ twin: freed_while_read
// Two threads free the same memory. Whoever comes second frees nothing any more: memory is violated before anything races.
#include <pthread.h>
#include <stdlib.h>

int *shared;

void *owner(void *unused) {
    free(shared);
    return 0;
}

int main(void) {
    pthread_t one, two;
    shared = malloc(sizeof *shared);
    pthread_create(&one, 0, owner, 0);
    pthread_create(&two, 0, owner, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
