//@ data-race: unsafe
//@ by: explicit bmc
//@ twin: live_counter_latch
//@ domain: 0 1 2
// One more thread is created than the counter begins with.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int left;
int data;
pthread_mutex_t left_lock = PTHREAD_MUTEX_INITIALIZER, data_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t ended = PTHREAD_COND_INITIALIZER;

void *work(void *argument) {
    pthread_mutex_lock(&data_lock);
    data++;
    pthread_mutex_unlock(&data_lock);
    pthread_mutex_lock(&left_lock);
    left--;
    pthread_cond_signal(&ended);
    pthread_mutex_unlock(&left_lock);
    return 0;
}

int main(void) {
    pthread_t id;
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1)
        return 0;
    left = n;
    n = n + 1;
    for (int i = 0; i < n; i++)
        pthread_create(&id, 0, work, 0);
    pthread_mutex_lock(&left_lock);
    while (left)
        pthread_cond_wait(&ended, &left_lock);
    pthread_mutex_unlock(&left_lock);
    return data;
}
