//@ memory: unsafe  others: safe
//@ by: explicit
//@ twin: address_of_living_local
// The local is gone when the thread writes to it.
#include <pthread.h>

pthread_t t;

void *worker(void *argument) {
    *(int *)argument = 1;
    return 0;
}

void start(void) {
    int local;
    pthread_create(&t, 0, worker, &local);
}

int main(void) {
    start();
    pthread_join(t, 0);
    return 0;
}
