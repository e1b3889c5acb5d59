//@ all: safe
//@ by: explicit
//@ twin: address_of_loop_variable
// Each thread has a number of its own.
#include <assert.h>
#include <pthread.h>

void *worker(void *argument) {
    assert(*(int *)argument < 2);
    return 0;
}

int main(void) {
    pthread_t t[2];
    int number[2];
    for (int i = 0; i < 2; i++) {
        number[i] = i;
        pthread_create(&t[i], 0, worker, &number[i]);
    }
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
