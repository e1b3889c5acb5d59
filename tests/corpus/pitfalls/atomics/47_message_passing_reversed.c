//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 47_message_passing
// Read in the wrong order it fails under any model.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int data, ready;

void *sender(void *unused) {
    atomic_store_explicit(&data, 1, memory_order_relaxed);
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return unused;
}

void *receiver(void *unused) {
    int r2 = atomic_load_explicit(&data, memory_order_relaxed);
    int r1 = atomic_load_explicit(&ready, memory_order_relaxed);
    assert(!(r1 == 1 && r2 == 0));
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, sender, 0);
    pthread_create(&t2, 0, receiver, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
