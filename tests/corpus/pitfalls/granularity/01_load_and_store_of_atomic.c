//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 01_increment_atomic
// x = x + 1 on an _Atomic object is an atomic load and an atomic store: an update is lost, but nothing races.
#include <assert.h>
#include <pthread.h>

_Atomic int x;

void *first(void *unused) {
    x = x + 1;
    return unused;
}

void *second(void *unused) {
    x = x + 1;
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(x == 2);
    return 0;
}
