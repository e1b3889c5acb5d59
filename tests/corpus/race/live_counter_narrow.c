//@ data-race: unsafe
//@ by: explicit bmc
//@ twin: live_counter
//@ domain: 0 1 2
// A counter that counts to one only: it is zero when the first of two threads has counted down.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

_Bool live;
int data;
pthread_mutex_t live_lock = PTHREAD_MUTEX_INITIALIZER, data_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t ended = PTHREAD_COND_INITIALIZER;

void *work(void *argument) {
    pthread_mutex_lock(&data_lock);
    data++;
    pthread_mutex_unlock(&data_lock);
    pthread_mutex_lock(&live_lock);
    live--;
    pthread_cond_signal(&ended);
    pthread_mutex_unlock(&live_lock);
    return 0;
}

int main(void) {
    pthread_t id;
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 2)
        return 0;
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
