//@ deadlock: unsafe  locks: unsafe  others: safe
//@ by: explicit
//@ twin: barrier_destroyed_after_the_wait
// The other thread may be waiting.
#include <assert.h>
#include <pthread.h>


pthread_barrier_t barrier;

void *other(void *arg) {
    pthread_barrier_wait(&barrier);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&t, 0, other, 0);
    
    pthread_barrier_destroy(&barrier);
    pthread_join(t, 0);
    return 0;
}
