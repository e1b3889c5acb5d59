//@ termination: safe
//@ fair-termination: safe
//@ by: explicit
//@ twin: barrier_with_a_round_too_many
// Both come to the barrier twice.
#include <pthread.h>

pthread_barrier_t gate;

void *first(void *argument) {
    for (int i = 0; i < 2; i++) pthread_barrier_wait(&gate);
    return 0;
}

void *second(void *argument) {
    for (int i = 0; i < 2; i++) pthread_barrier_wait(&gate);
    return 0;
}

int main(void) {
    pthread_t one, other;
    pthread_barrier_init(&gate, 0, 2);
    pthread_create(&one, 0, first, 0);
    pthread_create(&other, 0, second, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
