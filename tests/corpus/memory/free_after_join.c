//@ safe
//@ by: explicit
// Nobody uses the object any more when it is freed.
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
    pthread_join(t, 0);
    free(p);
    return 0;
}
