//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 17_escaped_through_global
// Written before the thread exists, and read after its end.
#include <assert.h>
#include <pthread.h>

int *shared;

void *worker(void *unused) {
    *shared = 1;
    return unused;
}

int main(void) {
    pthread_t t;
    int l = 0;
    l = 5;
    shared = &l;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    assert(l == 1);
    return 0;
}
