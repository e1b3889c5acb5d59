//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 03_square_of_atomic_snapshot
// Two atomic loads are still two: no race, and no square.
#include <assert.h>
#include <pthread.h>

_Atomic int x = 1;

void *first(void *unused) {
    int y = x * x;
    assert(y == 1 || y == 4);
    return unused;
}

void *second(void *unused) {
    x = 2;
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
