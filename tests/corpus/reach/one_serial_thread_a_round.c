//@ safe
//@ by: explicit bmc
// Of each round one thread is the serial one.
#include <assert.h>
#include <pthread.h>


pthread_barrier_t barrier;
int serial;

void *other(void *arg) {
    for (int round = 0; round < 2; round++) {
        if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) {
            serial++;
        }
        pthread_barrier_wait(&barrier);
    }
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&t, 0, other, 0);
    other(0);
    pthread_join(t, 0);
    assert(serial == 2);
    return 0;
}
