//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 22_pthread_exit_ends_one
// exit in the worker ends the process: join never returns.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void *worker(void *unused) {
    exit(0);
    return 0;
}

int main(void) {
    pthread_t t1;
    pthread_create(&t1, 0, worker, 0);
    pthread_join(t1, 0);
    assert(0);
    return 0;
}
