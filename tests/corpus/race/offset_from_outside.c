//@ safe
//@ externals: args
//@ by: static
//@ twin: pointer_from_outside
// The function without a body chooses an element of an array that nobody else uses.
#include <pthread.h>

int shared;
static int own[4];

unsigned registered(void);

static void *worker(void *argument) {
    int *pointer = own + registered() % 4;
    *pointer = 1;
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    shared = 2;
    pthread_join(thread, 0);
    return 0;
}
