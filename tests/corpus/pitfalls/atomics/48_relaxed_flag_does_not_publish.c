//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 48_plain_flag_does_not_publish
// Released and acquired: the accesses to x are ordered.
#include <pthread.h>
#include <stdatomic.h>

int x;
atomic_int flag;

void *first(void *unused) {
    x = 1;
    atomic_store_explicit(&flag, 1, memory_order_release);
    return unused;
}

void *second(void *unused) {
    if (atomic_load_explicit(&flag, memory_order_acquire))
        x = 2;
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
