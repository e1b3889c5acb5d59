//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: updates_of_one_object
// Relaxed read-modify-writes of one object are ordered, and order nothing else.
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int x;

void *writer(void *unused) {
    data = 1;
    atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
    return unused;
}

void *reader(void *unused) {
    if (atomic_fetch_add_explicit(&x, 1, memory_order_relaxed) > 0)
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
