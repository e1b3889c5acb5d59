//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 13_address_of_array_element_joined
// The array belongs to main.
#include <pthread.h>

void *worker(void *p) {
    int *results = p;
    return &results[1];
}

int main(void) {
    pthread_t t;
    void *r;
    int results[2] = {1, 2};
    pthread_create(&t, 0, worker, results);
    pthread_join(t, &r);
    return *(int *)r;
}
