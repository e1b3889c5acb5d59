//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 13_join_value_of_either_branch
// Returning from the first function is pthread_exit with its value.
#include <assert.h>
#include <pthread.h>

void *worker(void *p) {
    return p;
}

int main(void) {
    pthread_t t;
    int x = 0;
    void *r;
    pthread_create(&t, 0, worker, &x);
    pthread_join(t, &r);
    assert(r == &x);
    return 0;
}
