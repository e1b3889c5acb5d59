//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 14_address_of_loop_variable
// Every thread gets the address of a number of its own.
#include <assert.h>
#include <pthread.h>

void *worker(void *p) {
    int i = *(int *)p;
    assert(i < 2);
    return 0;
}

int main(void) {
    pthread_t t[2];
    int i, number[2];
    for (i = 0; i < 2; i++) {
        number[i] = i;
        pthread_create(&t[i], 0, worker, &number[i]);
    }
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
