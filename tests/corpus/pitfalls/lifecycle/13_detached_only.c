//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 13_detached_and_joined
// Detaching is enough.
#include <pthread.h>

void *worker(void *unused) {
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_detach(t);
    return 0;
}
