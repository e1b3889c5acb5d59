/*
 * In the shape of sync01-safe of "Reduction for Compositional Verification of Multi-Threaded Programs": one thread puts something where
 * there is nothing, the other one takes it away. With -D LOST the first one looks before it has the lock: the signal may come between the
 * look and the wait, and it waits for ever.
 * raddle check -p termination examples/papers/redcomp/sync.c
 * VERDICT: SAFE
 */
#include <pthread.h>

int num = 1;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t empty = PTHREAD_COND_INITIALIZER;
pthread_cond_t full = PTHREAD_COND_INITIALIZER;

void *puts_one(void *unused)
{
#ifdef LOST
    int is_full = num > 0;
    pthread_mutex_lock(&m);
    if (is_full)
        pthread_cond_wait(&empty, &m);
#else
    pthread_mutex_lock(&m);
    while (num > 0)
        pthread_cond_wait(&empty, &m);
#endif
    num++;
    pthread_mutex_unlock(&m);
    pthread_cond_signal(&full);
    return 0;
}

void *takes_one(void *unused)
{
    pthread_mutex_lock(&m);
    while (num == 0)
        pthread_cond_wait(&full, &m);
    num--;
    pthread_mutex_unlock(&m);
    pthread_cond_signal(&empty);
    return 0;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, puts_one, 0);
    pthread_create(&two, 0, takes_one, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
