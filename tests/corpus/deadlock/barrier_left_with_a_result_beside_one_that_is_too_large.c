//@ deadlock: unsafe  data-race: safe
//@ by: explicit
// As in `barrier_left_beside_a_barrier_that_is_too_large`, but the thread that leaves keeps the result of the wait, and main has a loop: so the
// deadlock is found while that thread can still go on.
#include <pthread.h>

pthread_barrier_t small, large;
pthread_t id;

void *wait_at_large(void *unused) {
    pthread_barrier_wait(&large);
    return unused;
}

void *wait_at_small(void *unused) {
    int result = 0;
    result = pthread_barrier_wait(&small);
    return unused;
}

int main(void) {
    pthread_t first;
    pthread_barrier_init(&small, 0, 2);
    pthread_barrier_init(&large, 0, 3);
    pthread_create(&first, 0, wait_at_small, 0);
    pthread_barrier_wait(&small);
    for (int i = 0; i < 1; i++) {
        pthread_create(&id, 0, wait_at_large, 0);
        pthread_join(id, 0);
    }
    return 0;
}
