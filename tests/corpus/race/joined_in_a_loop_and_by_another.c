//@ unsafe
//@ by: explicit
//@ twin: joined_in_a_loop_alone
// One of the threads may be joined by another thread before the loop comes to it.
#include <pthread.h>

int x;
pthread_t ids[2];

void *worker(void *unused) {
    return x ? unused : 0;
}

void *other(void *unused) {
    pthread_join(ids[1], 0);
    return unused;
}

int main(void) {
    pthread_t t;
    for (int i = 0; i < 2; i++)
        pthread_create(&ids[i], 0, worker, 0);
    pthread_create(&t, 0, other, 0);
    for (int j = 0; j < 2; j++)
        pthread_join(ids[j], 0);
    x = 2;
    return 0;
}
