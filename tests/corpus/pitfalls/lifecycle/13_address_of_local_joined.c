//@ memory: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 13_address_of_static_joined
// A thread returns the address of a local: it is dead when the value is looked at.
#include <pthread.h>

void *worker(void *unused) {
    int result = 7;
    return &result;
}

int main(void) {
    pthread_t t;
    void *r;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, &r);
    return *(int *)r;
}
