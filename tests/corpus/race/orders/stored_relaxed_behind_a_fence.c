//@ all: safe
//@ by: explicit
//@ twin: stored_relaxed_and_acquired
// A fence that releases in front of a relaxed store is as good as a store that releases.
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int flag;

void *writer(void *unused) {
    data = 1;
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return unused;
}

void *reader(void *unused) {
    if (atomic_load_explicit(&flag, memory_order_acquire)) {
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
