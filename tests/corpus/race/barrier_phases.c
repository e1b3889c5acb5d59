//@ data-race: safe
//@ by: static
//@ twin: barrier_phases_on_one_way
// Each thread writes its element before the barrier, and reads all of them behind it.
#include <pthread.h>

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
    pthread_barrier_init(&barrier, 0, 2);
    for (long i = 0; i < 2; i++)
        pthread_create(&ids[i], 0, work, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(ids[i], 0);
    pthread_barrier_destroy(&barrier);
    return sums[0];
}
