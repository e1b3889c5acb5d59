//@ leaks: unsafe  others: safe
//@ by: explicit bmc
//@ twin: specific_with_destructor
// The thread's value of the key is lost with the thread.
#include <pthread.h>
#include <stdlib.h>

pthread_key_t key;

void *worker(void *argument) {
    int *cell = malloc(sizeof *cell);
    *cell = 1;
    pthread_setspecific(key, cell);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_key_create(&key, 0);
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    return 0;
}
