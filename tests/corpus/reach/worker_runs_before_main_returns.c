//@ unsafe
//@ by: explicit
// main returns, but the worker may be quicker.
#include <assert.h>
#include <pthread.h>

int done;

void *worker(void *unused) {
    while (!done)
        ;
    assert(0);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    done = 1;
    return 0;
}
