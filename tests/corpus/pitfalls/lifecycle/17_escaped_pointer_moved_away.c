//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 17_escaped_through_pointer_to_pointer
// The pointer in between is turned to another object before the thread starts.
#include <assert.h>
#include <pthread.h>

int **shared;

void *worker(void *unused) {
    **shared = 1;
    return unused;
}

int main(void) {
    pthread_t t;
    int l = 0, other = 0;
    int *p = &l;
    shared = &p;
    *shared = &other;
    pthread_create(&t, 0, worker, 0);
    l = 5;
    pthread_join(t, 0);
    assert(l == 5);
    return other;
}
