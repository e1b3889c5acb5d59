//@ deadlock: unsafe  data-race: safe
//@ by: explicit
// Main joins a thread that waits for three at a barrier. Another thread has arrived at a barrier of its own, and only leaves it.
#include <pthread.h>

pthread_barrier_t small, large;

void *wait_at_large(void *unused) {
    pthread_barrier_wait(&large);
    return unused;
}

void *wait_at_small(void *unused) {
    pthread_barrier_wait(&small);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_barrier_init(&small, 0, 2);
    pthread_barrier_init(&large, 0, 3);
    pthread_create(&a, 0, wait_at_small, 0);
    pthread_barrier_wait(&small);
    pthread_create(&b, 0, wait_at_large, 0);
    pthread_join(b, 0);
    return 0;
}
