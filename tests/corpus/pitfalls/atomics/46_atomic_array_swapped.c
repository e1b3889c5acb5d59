//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 46_atomic_array
// A move between elements is two steps: for a moment it is in neither.
#include <assert.h>
#include <pthread.h>

_Atomic int a[2] = {1, 0};

void *mover(void *unused) {
    int taken = a[0];
    a[0] = 0;
    a[1] = taken;
    return unused;
}

void *counter(void *unused) {
    int first = a[0], second = a[1];
    assert(first + second == 1);
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, mover, 0);
    pthread_create(&t2, 0, counter, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
