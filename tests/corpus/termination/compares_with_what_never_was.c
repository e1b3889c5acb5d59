//@ termination: unsafe
//@ fair-termination: unsafe
//@ by: explicit
//@ twin: compares_and_swaps
// What is expected is not what was seen.
#include <pthread.h>
#include <stdatomic.h>

atomic_int count;

void *first(void *argument) {
    int old = -1;
    while (!atomic_compare_exchange_strong(&count, &old, old + 1))
        old = -1;
    return 0;
}

void *second(void *argument) {
    int old = atomic_load(&count);
    while (!atomic_compare_exchange_strong(&count, &old, old + 1))
        ;
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
