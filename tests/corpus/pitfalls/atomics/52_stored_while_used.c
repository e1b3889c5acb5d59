//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 52_initialized_while_used
// atomic_store is.
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

void *first(void *unused) {
    atomic_store(&x, 1);
    return unused;
}

void *second(void *unused) {
    atomic_store(&x, 2);
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
