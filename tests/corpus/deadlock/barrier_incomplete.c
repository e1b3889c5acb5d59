//@ deadlock: unsafe  others: safe
//@ by: explicit
//@ twin: barrier_complete
// A third thread is missing.
#include <assert.h>
#include <pthread.h>


pthread_barrier_t barrier;
int x, y;

void *other(void *arg) {
    x = 1;
    pthread_barrier_wait(&barrier);
    assert(y == 1);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_barrier_init(&barrier, 0, 3);
    pthread_create(&t, 0, other, 0);
    y = 1;
    pthread_barrier_wait(&barrier);
    assert(x == 1);
    pthread_join(t, 0);
    pthread_barrier_destroy(&barrier);
    return 0;
}
