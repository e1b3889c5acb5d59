//@ data-race: unsafe  memory: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 67_freed_after_join
//@ open: assertions deadlock data-race overflow arithmetic locks: a race decides what is freed
// Freed by one, used by the other.
#include <pthread.h>
#include <stdlib.h>

int *cell;

void *user(void *unused) {
    *cell = 1;
    return unused;
}

void *freer(void *unused) {
    free(cell);
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    cell = malloc(sizeof *cell);
    pthread_create(&t1, 0, user, 0);
    pthread_create(&t2, 0, freer, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
