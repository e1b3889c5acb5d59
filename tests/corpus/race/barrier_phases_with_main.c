//@ data-race: safe
//@ by: static
//@ twin: barrier_phases_main_too_late
// Main waits as well: the threads read what it has written before.
#include <pthread.h>

pthread_barrier_t barrier;
int data[2], sums[2];

void *work(void *argument) {
    long id = (long)argument;
    pthread_barrier_wait(&barrier);
    sums[id] = data[0];
    return 0;
}

int main(void) {
    pthread_t ids[2];
    pthread_barrier_init(&barrier, 0, 3);
    for (long i = 0; i < 2; i++)
        pthread_create(&ids[i], 0, work, (void *)i);
    data[0] = 1;
    pthread_barrier_wait(&barrier);
    for (int i = 0; i < 2; i++)
        pthread_join(ids[i], 0);
    pthread_barrier_destroy(&barrier);
    return sums[0];
}
