//@ unsafe
//@ by: explicit
//@ twin: joined_in_a_loop_with_errors
// The loop that joins is left when it has joined two of three threads.
#include <pthread.h>
#include <stdlib.h>

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
    pthread_mutex_lock(&m);
    x = x + 1;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t ids[3];
    for (int i = 0; i < 3; i++)
        if (pthread_create(&ids[i], 0, worker, 0) != 0)
            exit(1);
    for (int j = 0; j < 3; j++)
        if (pthread_join(ids[j], 0) != 0 || j == 1)
            break;
    return x;
}
