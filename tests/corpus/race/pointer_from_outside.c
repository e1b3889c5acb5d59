//@ unsafe
//@ twin: offset_from_outside
// A function without a body may return the address of any object with external linkage: the worker may write to `shared`.
#include <pthread.h>

int shared;

int *registered(void);

static void *worker(void *argument) {
    int *pointer = registered();
    if (pointer)
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
