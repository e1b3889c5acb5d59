//@ safe
//@ by: static
// Both loops end the process when a call fails; what is read behind the second one was joined.
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
        if (pthread_join(ids[j], 0) != 0)
            exit(2);
    return x;
}
