//@ assertions: unsafe  others: safe
//@ by: explicit
//@ twin: increment_atomic
// x = x + 1 on an _Atomic object is an atomic load and, later, an atomic store.
#include <assert.h>
#include <pthread.h>

_Atomic int x;

void *first(void *unused) {
    x = x + 1;
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, first, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);
    return 0;
}
