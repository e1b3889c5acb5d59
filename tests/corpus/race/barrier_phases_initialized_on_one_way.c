//@ data-race: unsafe
//@ by: explicit
//@ twin: barrier_phases
//@ domain: 0 1
// The count of the barrier is set on one way only.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

pthread_barrier_t barrier;
int data[2], sums[2];

void *work(void *argument) {
    long id = (long)argument;
    data[id] = 1;
    pthread_barrier_wait(&barrier);
    sums[id] = data[0] + data[1];
    return 0;
}

int main(void) {
    pthread_t ids[2];
    if (__VERIFIER_nondet_int())
        pthread_barrier_init(&barrier, 0, 2);
    for (long i = 0; i < 2; i++)
        pthread_create(&ids[i], 0, work, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(ids[i], 0);
    pthread_barrier_destroy(&barrier);
    return sums[0];
}
