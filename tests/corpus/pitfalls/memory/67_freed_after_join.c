//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 67_freed_and_used
// Freed when the user is over.
#include <pthread.h>
#include <stdlib.h>

int *cell;

void *user(void *unused) {
    *cell = 1;
    return unused;
}

int main(void) {
    pthread_t t1;
    cell = malloc(sizeof *cell);
    pthread_create(&t1, 0, user, 0);
    pthread_join(t1, 0);
    free(cell);
    return 0;
}
