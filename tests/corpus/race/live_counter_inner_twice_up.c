//@ data-race: unsafe
//@ by: explicit bmc
//@ twin: live_counter_inner
//@ domain: 0 1 2
// A thread counts itself twice, and so stands for one that has not begun.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int live, data, go_on = 1;
pthread_mutex_t live_lock = PTHREAD_MUTEX_INITIALIZER, data_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t flag_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

void *work(void *argument) {
    pthread_mutex_lock(&live_lock);
    live++;
    if (argument == 0 && live < 2)
        live++;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&live_lock);
    pthread_mutex_lock(&data_lock);
    data++;
    pthread_mutex_unlock(&data_lock);
    pthread_mutex_lock(&live_lock);
    if (live == 2)
        live--;
    pthread_mutex_unlock(&live_lock);
    pthread_mutex_lock(&live_lock);
    live--;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&live_lock);
    return 0;
}

int main(void) {
    pthread_t id;
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 2)
        return 0;
    for (int i = 0; i < n; i++)
        pthread_create(&id, 0, work, 0);
    pthread_mutex_lock(&live_lock);
    while (live != n)
        pthread_cond_wait(&changed, &live_lock);
    pthread_mutex_unlock(&live_lock);
    pthread_mutex_lock(&live_lock);
    while (live > 0)
        pthread_cond_wait(&changed, &live_lock);
    pthread_mutex_unlock(&live_lock);
    return data;
}
