//@ all: safe
//@ by: explicit
//@ twin: address_of_dead_local
// The join comes before the local dies.
#include <pthread.h>

pthread_t t;

void *worker(void *argument) {
    *(int *)argument = 1;
    return 0;
}

void start(void) {
    int local;
    pthread_create(&t, 0, worker, &local);
    pthread_join(t, 0);
}

int main(void) {
    start();
    return 0;
}
