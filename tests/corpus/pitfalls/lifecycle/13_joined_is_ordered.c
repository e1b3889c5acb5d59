//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 13_detached_is_not_joined
// A join puts everything that the thread did before what follows.
#include <pthread.h>

int x;

void *worker(void *unused) {
    x = 1;
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    x = 2;
    return 0;
}
