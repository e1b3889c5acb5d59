//@ all: safe  leaks: safe
//@ by: explicit bmc
//@ twin: specific_without_destructor
// The destructor of the key frees the thread's value.
#include <pthread.h>
#include <stdlib.h>

pthread_key_t key;

void release(void *cell) {
    free(cell);
}

void *worker(void *argument) {
    int *cell = malloc(sizeof *cell);
    *cell = 1;
    pthread_setspecific(key, cell);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_key_create(&key, release);
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    return 0;
}
