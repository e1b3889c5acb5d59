//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 67_freed_by_two
// Whoever takes the pointer frees it, the other frees null.
#include <pthread.h>
#include <stdlib.h>

int *cell;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *freer(void *unused) {
    pthread_mutex_lock(&m);
    int *mine = cell;
    cell = 0;
    pthread_mutex_unlock(&m);
    free(mine);
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    cell = malloc(sizeof *cell);
    pthread_create(&t1, 0, freer, 0);
    pthread_create(&t2, 0, freer, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
