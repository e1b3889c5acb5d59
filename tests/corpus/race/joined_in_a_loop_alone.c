//@ safe
//@ by: explicit static
//@ twin: joined_in_a_loop_and_by_another
// The loop joins all of them, and nobody else joins any.
#include <pthread.h>

int x;
pthread_t ids[2];

void *worker(void *unused) {
    return x ? unused : 0;
}

void *other(void *unused) {
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
