//@ all: safe
//@ by: explicit
//@ twin: released_and_read_relaxed
// memory_order_consume orders the access that depends on the value.
#include <pthread.h>
#include <stdatomic.h>

int data;
int *_Atomic pointer;

void *writer(void *unused) {
    data = 1;
    atomic_store_explicit(&pointer, &data, memory_order_release);
    return unused;
}

void *reader(void *unused) {
    int *found = atomic_load_explicit(&pointer, memory_order_consume);
    if (found != 0) {
        *found = 2;
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
