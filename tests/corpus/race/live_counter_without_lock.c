//@ data-race: unsafe
//@ by: explicit bmc
//@ twin: live_counter
//@ domain: 0 1 2
// Half of the count is made without the lock: the two halves of another count may lie in between.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int live;
int data;
pthread_mutex_t live_lock = PTHREAD_MUTEX_INITIALIZER, data_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t ended = PTHREAD_COND_INITIALIZER;

void *work(void *argument) {
    pthread_mutex_lock(&data_lock);
    data++;
    pthread_mutex_unlock(&data_lock);
    pthread_mutex_lock(&live_lock);
    int known = live;
    pthread_mutex_unlock(&live_lock);
    pthread_mutex_lock(&live_lock);
    live = known - 1;
    pthread_cond_signal(&ended);
    pthread_mutex_unlock(&live_lock);
    return 0;
}

int main(void) {
    pthread_t id;
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 2)
        return 0;
    pthread_mutex_lock(&live_lock);
    live = 0;
    pthread_mutex_unlock(&live_lock);
    for (int i = 0; i < n; i++) {
        pthread_mutex_lock(&live_lock);
        live++;
        pthread_mutex_unlock(&live_lock);
        pthread_create(&id, 0, work, 0);
    }
    pthread_mutex_lock(&live_lock);
    while (live)
        pthread_cond_wait(&ended, &live_lock);
    pthread_mutex_unlock(&live_lock);
    return data;
}
