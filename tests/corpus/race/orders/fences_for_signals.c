//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: fences_on_both_sides
// atomic_signal_fence orders a thread and its own signal handlers, and no other thread.
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int flag;

void *writer(void *unused) {
    data = 1;
    atomic_signal_fence(memory_order_seq_cst);
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return unused;
}

void *reader(void *unused) {
    if (atomic_load_explicit(&flag, memory_order_relaxed)) {
        atomic_signal_fence(memory_order_seq_cst);
        data = 2;
    }
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
