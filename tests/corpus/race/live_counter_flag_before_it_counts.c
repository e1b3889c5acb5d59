//@ data-race: unsafe
//@ by: explicit bmc
//@ twin: live_counter_flag
//@ domain: 0 1 2
// A thread asks for the flag before it has counted itself.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int live, data, go_on = 1;
pthread_mutex_t live_lock = PTHREAD_MUTEX_INITIALIZER, data_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t flag_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

void *work(void *argument) {
    pthread_mutex_lock(&flag_lock);
    int goes_on = go_on;
    pthread_mutex_unlock(&flag_lock);
    pthread_mutex_lock(&live_lock);
    live++;
    pthread_mutex_unlock(&live_lock);
    if (goes_on) {
        pthread_mutex_lock(&data_lock);
        data = 1;
        pthread_mutex_unlock(&data_lock);
    }
    pthread_mutex_lock(&live_lock);
    live--;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&live_lock);
    return 0;
}

int main(void) {
    pthread_t id;
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1)
        return 0;
    for (int i = 0; i < n; i++)
        pthread_create(&id, 0, work, 0);
    pthread_mutex_lock(&flag_lock);
    go_on = 0;
    pthread_mutex_unlock(&flag_lock);
    pthread_mutex_lock(&live_lock);
    while (live > 0)
        pthread_cond_wait(&changed, &live_lock);
    pthread_mutex_unlock(&live_lock);
    return data;
}
