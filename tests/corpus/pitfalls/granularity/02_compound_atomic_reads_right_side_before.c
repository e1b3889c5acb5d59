//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 02_compound_atomic_target_is_current
// The right side of += is read before the atomic step: x += y with an old y.
#include <assert.h>
#include <pthread.h>

_Atomic int x, y;

void *first(void *unused) {
    x += y;
    return unused;
}

void *second(void *unused) {
    y = 1;
    x = 10;
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(x != 10);
    return 0;
}
