//@ all: safe
//@ by: explicit
//@ twin: released_and_read_relaxed
// memory_order_consume is read as memory_order_acquire.
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
    if (atomic_load_explicit(&flag, memory_order_consume)) {
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
