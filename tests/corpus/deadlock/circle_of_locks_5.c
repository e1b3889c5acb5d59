//@ unsafe
//@ by: bmc
//@ twin: circle_of_locks_5_right
// The last one closes the circle.
#include <pthread.h>

#define N 5
pthread_mutex_t m[N];

void take(int first, int second) {
    pthread_mutex_lock(&m[first]);
    pthread_mutex_lock(&m[second]);
    pthread_mutex_unlock(&m[second]);
    pthread_mutex_unlock(&m[first]);
}

void *worker(void *number) {
    int i = (int)(long)number;
    if (i < N - 1)
        take(i, i + 1);
    else
        take(i, 0);
    return 0;
}

int main(void) {
    pthread_t t[N];
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    return 0;
}
