//@ memory: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 13_address_of_passed_array_element_joined
// The address of an element of a local array is returned.
#include <pthread.h>

void *worker(void *unused) {
    int results[2] = {1, 2};
    return &results[1];
}

int main(void) {
    pthread_t t;
    void *r;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, &r);
    return *(int *)r;
}
