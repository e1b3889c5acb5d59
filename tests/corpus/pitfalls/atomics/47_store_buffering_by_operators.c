//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 47_store_buffering_by_operators_reversed
// Store buffering with the operators of _Atomic.
#include <assert.h>
#include <pthread.h>

_Atomic int x, y;
int r1, r2;

void *first(void *unused) {
    x = 1;
    r1 = y;
    return unused;
}

void *second(void *unused) {
    y = 1;
    r2 = x;
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(r1 == 1 || r2 == 1);
    return 0;
}
