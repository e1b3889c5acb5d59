//@ unsafe
//@ by: explicit
//@ twin: joined_in_a_loop
// The loop that joins is left in the middle.
#include <pthread.h>

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
        pthread_create(&ids[i], 0, worker, 0);
    for (int j = 0; j < 3; j++)
        if (j == 2)
            break;
        else
            pthread_join(ids[j], 0);
    return x;
}
