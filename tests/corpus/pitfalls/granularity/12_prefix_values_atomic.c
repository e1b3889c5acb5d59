//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 12_prefix_values_of_loads
// ++x of an _Atomic object is the value that this step wrote.
#include <assert.h>
#include <pthread.h>

_Atomic int x;
int r1, r2;

void *first(void *unused) {
    r1 = ++x;
    return unused;
}

void *second(void *unused) {
    r2 = ++x;
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(r1 + r2 == 3);
    return 0;
}
