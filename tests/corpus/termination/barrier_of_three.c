//@ termination: unsafe
//@ fair-termination: unsafe
//@ by: explicit
//@ twin: barrier_of_two
// Two come to a barrier of three.
#include <pthread.h>

pthread_barrier_t gate;

void *first(void *argument) {
    pthread_barrier_wait(&gate);
    return 0;
}

void *second(void *argument) {
    pthread_barrier_wait(&gate);
    return 0;
}

int main(void) {
    pthread_t one, other;
    pthread_barrier_init(&gate, 0, 3);
    pthread_create(&one, 0, first, 0);
    pthread_create(&other, 0, second, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
