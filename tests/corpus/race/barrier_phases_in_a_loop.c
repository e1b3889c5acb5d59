//@ data-race: safe
//@ by: static
//@ twin: barrier_phases_one_wait_in_a_loop
// Two waits in each round: one between writing and reading, one between reading and the next round.
#include <pthread.h>

pthread_barrier_t barrier;
int data[2], sums[2];

void *work(void *argument) {
    long id = (long)argument;
    for (int round = 0; round < 2; round++) {
        data[id] = round;
        pthread_barrier_wait(&barrier);
        sums[id] = data[0] + data[1];
        pthread_barrier_wait(&barrier);
    }
    return 0;
}

int main(void) {
    pthread_t ids[2];
    pthread_barrier_init(&barrier, 0, 2);
    for (long i = 0; i < 2; i++)
        pthread_create(&ids[i], 0, work, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(ids[i], 0);
    pthread_barrier_destroy(&barrier);
    return sums[0];
}
