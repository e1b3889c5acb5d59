//@ all: safe
//@ by: explicit
//@ twin: what_is_written_behind_the_release
// A relaxed store of the thread that released belongs to its release sequence (C11 5.1.2.4).
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int flag;

void *writer(void *unused) {
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_release);
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
