//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 46_compound_operators_apart
// Compound operators on an _Atomic object are one step each, whatever the operator.
#include <assert.h>
#include <pthread.h>

_Atomic unsigned x = 1;

void *first(void *unused) {
    x |= 4;
    return unused;
}

void *second(void *unused) {
    x ^= 1;
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(x == 4);
    return 0;
}
