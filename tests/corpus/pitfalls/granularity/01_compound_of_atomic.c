//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 01_load_and_store_of_atomic
// x += 1 on an _Atomic object is one step (C11 6.5.16.2).
#include <assert.h>
#include <pthread.h>

_Atomic int x;

void *first(void *unused) {
    x += 1;
    return unused;
}

void *second(void *unused) {
    x += 1;
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
