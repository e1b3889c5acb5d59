//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 46_bit_operations
// By a load and a store one is lost.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint flags;

void *first(void *unused) {
    atomic_fetch_or(&flags, 1);
    return unused;
}

void *second(void *unused) {
    atomic_store(&flags, atomic_load(&flags) | 2);
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(flags == 3);
    return 0;
}
