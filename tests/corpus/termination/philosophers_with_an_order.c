//@ termination: safe
//@ fair-termination: safe
//@ by: explicit
//@ twin: philosophers_each_left_first
// The last philosopher takes the other fork first.
#include <pthread.h>

pthread_mutex_t fork[3];

void *philosopher(void *seat) {
    int left = (int)(long)seat, right = (left + 1) % 3;
    if (left == 2) {
        left = 0;
        right = 2;
    }
    pthread_mutex_lock(&fork[left]);
    pthread_mutex_lock(&fork[right]);
    pthread_mutex_unlock(&fork[right]);
    pthread_mutex_unlock(&fork[left]);
    return 0;
}

int main(void) {
    pthread_t threads[3];
    for (long i = 0; i < 3; i++) pthread_create(&threads[i], 0, philosopher, (void *)i);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
    return 0;
}
