//@ data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 53_wide_scalar_atomic
//@ data-model: ilp32
// A 64-bit scalar on a 32-bit machine is read as one access: a value torn in halves is not looked for, but the race that
// allows it is found.
#include <assert.h>
#include <pthread.h>

long long x;

void *first(void *unused) {
    x = -1;
    return unused;
}

void *second(void *unused) {
    long long seen = x;
    assert(seen == 0 || seen == -1);
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
