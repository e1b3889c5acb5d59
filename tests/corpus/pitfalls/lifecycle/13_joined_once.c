//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 13_joined_twice
// Once is fine.
#include <pthread.h>

void *worker(void *unused) {
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    return 0;
}
