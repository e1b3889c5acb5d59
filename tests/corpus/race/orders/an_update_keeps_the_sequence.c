//@ all: safe
//@ by: explicit
//@ twin: a_store_ends_the_sequence
// A relaxed read-modify-write of another thread belongs to the release sequence.
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int flag;

void *writer(void *unused) {
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_release);
    return unused;
}

void *middle(void *unused) {
    if (atomic_load_explicit(&flag, memory_order_relaxed) == 1)
        atomic_fetch_add_explicit(&flag, 1, memory_order_relaxed);
    return unused;
}

void *reader(void *unused) {
    if (atomic_load_explicit(&flag, memory_order_acquire) == 2)
        data = 2;
    return unused;
}

int main(void) {
    pthread_t t, u, v;
    pthread_create(&t, 0, writer, 0);
    pthread_create(&v, 0, middle, 0);
    pthread_create(&u, 0, reader, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    pthread_join(v, 0);
    return 0;
}
