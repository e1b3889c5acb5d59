/*
 * Dining philosophers as a problem of termination, as in Table II of "Reduction for Compositional Verification of Multi-Threaded
 * Programs": does each get to eat? The last one takes its forks in the other order. With -D GREEDY it does not, and all of them may
 * wait for ever, each with one fork.
 * raddle check -p termination examples/papers/redcomp/philosophers.c
 * VERDICT: SAFE
 */
#include <pthread.h>

#define SEATS 3

pthread_mutex_t forks[SEATS];
int eaten[SEATS];

void *philosopher(void *argument)
{
    int seat = (int)(long)argument;
    int first = seat, second = (seat + 1) % SEATS;
#ifndef GREEDY
    if (seat == SEATS - 1) {
        first = second;
        second = seat;
    }
#endif
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&forks[first]);
        pthread_mutex_lock(&forks[second]);
        eaten[seat]++;
        pthread_mutex_unlock(&forks[second]);
        pthread_mutex_unlock(&forks[first]);
    }
    return 0;
}

int main(void)
{
    pthread_t threads[SEATS];
    for (long i = 0; i < SEATS; i++)
        pthread_create(&threads[i], 0, philosopher, (void *)i);
    for (int i = 0; i < SEATS; i++)
        pthread_join(threads[i], 0);
    return 0;
}
