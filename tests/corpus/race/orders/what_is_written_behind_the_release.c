//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: a_later_store_of_the_same_thread
// The sequence hands on what stands before its head, not what stands before the later store.
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int flag;

void *writer(void *unused) {
    atomic_store_explicit(&flag, 1, memory_order_release);
    data = 1;
    atomic_store_explicit(&flag, 2, memory_order_relaxed);
    return unused;
}

void *reader(void *unused) {
    if (atomic_load_explicit(&flag, memory_order_acquire) == 2)
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
