//@ termination: unsafe
//@ fair-termination: safe
//@ by: explicit
//@ twin: test_and_set_without_end
// A lock that spins.
#include <pthread.h>
#include <stdatomic.h>

atomic_int held;
int count;

void *first(void *argument) {
    while (atomic_exchange(&held, 1))
        ;
    count++;
    atomic_store(&held, 0);
    return 0;
}

void *second(void *argument) {
    while (atomic_exchange(&held, 1))
        ;
    count++;
    atomic_store(&held, 0);
    return 0;
}

int main(void) {
    pthread_t one, other;
    pthread_create(&one, 0, first, 0);
    pthread_create(&other, 0, second, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
