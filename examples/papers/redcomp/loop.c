/*
 * Example 2 of "Reduction for Compositional Verification of Multi-Threaded Programs": P1-1 with a loop around the second of the first
 * thread's blocks (1b to 8b in the paper). The blocks stay what they are, and a, which the loop makes greater up to 4, ranks it.
 * raddle check -p termination examples/papers/redcomp/loop.c
 * VERDICT: SAFE
 */
#include <pthread.h>

int x = 2, y = 2;
pthread_mutex_t mx = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t my = PTHREAD_MUTEX_INITIALIZER;

void *first(void *unused)
{
    int a;
    pthread_mutex_lock(&mx);
    a = x;
    while (a <= 4) {
        pthread_mutex_lock(&my);
        y = y + a;
        pthread_mutex_unlock(&my);
        a = a + 1;
        pthread_mutex_lock(&my);
        y = y + a;
        pthread_mutex_unlock(&my);
    }
    x = 2 * x + a;
    pthread_mutex_unlock(&mx);
    return 0;
}

void *second(void *unused)
{
    pthread_mutex_lock(&mx);
    x = x + 2;
    pthread_mutex_unlock(&mx);
    return 0;
}

void *third(void *unused)
{
    pthread_mutex_lock(&my);
    y = y + 2;
    pthread_mutex_unlock(&my);
    return 0;
}

int main(void)
{
    pthread_t one, two, three;
    pthread_create(&one, 0, first, 0);
    pthread_create(&two, 0, second, 0);
    pthread_create(&three, 0, third, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    pthread_join(three, 0);
    return 0;
}
