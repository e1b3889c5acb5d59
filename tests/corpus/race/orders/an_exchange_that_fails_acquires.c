//@ all: safe
//@ by: explicit
//@ twin: an_exchange_that_fails_does_not
// The order for failure acquires.
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int flag;

void *writer(void *unused) {
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_release);
    return unused;
}

void *reader(void *unused) {
    int expected = 0;
    if (!atomic_compare_exchange_strong_explicit(&flag, &expected, 2, memory_order_acquire, memory_order_acquire) && expected == 1)
        data = 2;
    return unused;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, writer, 0);
    pthread_create(&u, 0, reader, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
