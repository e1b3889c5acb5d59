//@ data-race: unsafe
//@ by: explicit
//@ twin: barrier_phases_of_a_variable
//@ domain: 0 1 2
// The barrier has no count where there are two threads, and lets each pass alone.
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
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 2)
        return 0;
    pthread_barrier_init(&barrier, 0, n > 1 ? 0 : n);
    for (long i = 0; i < n; i++)
        pthread_create(&ids[i], 0, work, (void *)i);
    for (long i = 0; i < n; i++)
        pthread_join(ids[i], 0);
    pthread_barrier_destroy(&barrier);
    return sums[0];
}
