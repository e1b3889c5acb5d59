//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 37_one_is_serial_but_not_a_certain_one
// Exactly one is told that it is the serial thread.
#include <assert.h>
#include <pthread.h>

_Atomic int serials;
pthread_barrier_t b;
int last;

void *worker(void *p) {
    if (pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD) {
        serials++;
        last = *(int *)p;
    }
    return 0;
}

int main(void) {
    pthread_t t1, t2;
    int one = 1, two = 2;
    pthread_barrier_init(&b, 0, 2);
    pthread_create(&t1, 0, worker, &one);
    pthread_create(&t2, 0, worker, &two);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(serials == 1);
    return 0;
}
