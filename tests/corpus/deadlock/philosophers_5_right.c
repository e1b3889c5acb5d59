//@ safe
//@ by: bmc
//@ twin: philosophers_5
// Each takes the fork with the lower number first.
#include <pthread.h>

#define N 5
pthread_mutex_t fork[N];

void *philosopher(void *number) {
    int i = (int)(long)number;
    int first = i < (i + 1) % N ? i : (i + 1) % N;
    int second = i < (i + 1) % N ? (i + 1) % N : i;
    pthread_mutex_lock(&fork[first]);
    pthread_mutex_lock(&fork[second]);
    pthread_mutex_unlock(&fork[second]);
    pthread_mutex_unlock(&fork[first]);
    return 0;
}

int main(void) {
    pthread_t t[N];
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], 0, philosopher, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    return 0;
}
