//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 17_escaped_through_callee
// It is another local whose address is published.
#include <assert.h>
#include <pthread.h>

int *shared;

void publish(int *p) {
    shared = p;
}

void *worker(void *unused) {
    *shared = 1;
    return unused;
}

int main(void) {
    pthread_t t;
    int l = 0, other = 0;
    publish(&other);
    pthread_create(&t, 0, worker, 0);
    l = 5;
    pthread_join(t, 0);
    assert(l == 5);
    return other;
}
