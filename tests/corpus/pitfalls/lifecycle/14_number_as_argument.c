//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 14_address_of_loop_variable
// The number itself travels in the pointer.
#include <assert.h>
#include <pthread.h>

void *worker(void *p) {
    long i = (long)p;
    assert(i < 2);
    return 0;
}

int main(void) {
    pthread_t t[2];
    int i;
    for (i = 0; i < 2; i++)
        pthread_create(&t[i], 0, worker, (void *)(long)i);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
