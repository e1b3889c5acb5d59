//@ unsafe
//@ by: explicit
// free conflicts with every access to the object.
#include <pthread.h>
#include <stdlib.h>

void *worker(void *argument) {
    *(int *)argument = 1;
    return 0;
}

int main(void) {
    int *p = malloc(sizeof *p);
    pthread_t t;
    pthread_create(&t, 0, worker, p);
    free(p);
    pthread_join(t, 0);
    return 0;
}
