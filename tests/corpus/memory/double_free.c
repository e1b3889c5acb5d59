//@ unsafe
//@ by: explicit
// Both threads free the same object.
#include <pthread.h>
#include <stdlib.h>

void *worker(void *argument) {
    free(argument);
    return 0;
}

int main(void) {
    void *p = malloc(4);
    pthread_t a, b;
    pthread_create(&a, 0, worker, p);
    pthread_create(&b, 0, worker, p);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
