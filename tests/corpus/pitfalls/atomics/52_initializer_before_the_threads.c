//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 52_plain_initialization_while_used
// An initializer is over before any thread runs.
#include <assert.h>
#include <pthread.h>

_Atomic int x = 1;

void *worker(void *unused) {
    x++;
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, worker, 0);
    pthread_create(&t2, 0, worker, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(x == 3);
    return 0;
}
