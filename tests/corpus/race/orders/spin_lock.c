//@ all: safe
//@ termination: unsafe
//@ by: explicit
//@ twin: spin_lock_freed_relaxed
// A lock of one flag: taken with acquire, given back with release.
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_flag lock = ATOMIC_FLAG_INIT;

void *adds(void *unused) {
    while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire))
        ;
    data++;
    atomic_flag_clear_explicit(&lock, memory_order_release);
    return unused;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, adds, 0);
    pthread_create(&u, 0, adds, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
