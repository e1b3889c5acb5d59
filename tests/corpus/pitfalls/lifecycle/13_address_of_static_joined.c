//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 13_address_of_local_joined
// A static object outlives the thread.
#include <pthread.h>

void *worker(void *unused) {
    static int result = 7;
    return &result;
}

int main(void) {
    pthread_t t;
    void *r;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, &r);
    return *(int *)r;
}
