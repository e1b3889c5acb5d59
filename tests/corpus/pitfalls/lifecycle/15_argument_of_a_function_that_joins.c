//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 15_argument_of_a_function_that_returned
// The function waits for the thread before its local dies.
#include <assert.h>
#include <pthread.h>

void *worker(void *p) {
    assert(*(int *)p == 5);
    return 0;
}

pthread_t start(void) {
    pthread_t t;
    int local = 5;
    pthread_create(&t, 0, worker, &local);
    pthread_join(t, 0);
    return t;
}

int main(void) {
    start();
    return 0;
}
