//@ data-race: safe
//@ by: static
//@ twin: live_counter_of_a_pool_that_fails_late
//@ domain: 0 1
// The function that makes the pool may fail before it creates any thread. What main does behind it comes after all threads in both cases.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int live, data;
pthread_mutex_t live_lock = PTHREAD_MUTEX_INITIALIZER, data_lock = PTHREAD_MUTEX_INITIALIZER;

void *work(void *argument) {
    pthread_mutex_lock(&live_lock);
    live++;
    pthread_mutex_unlock(&live_lock);
    pthread_mutex_lock(&data_lock);
    data++;
    pthread_mutex_unlock(&data_lock);
    pthread_mutex_lock(&live_lock);
    live--;
    pthread_mutex_unlock(&live_lock);
    return 0;
}

int pool_new(void) {
    pthread_t id;
    if (__VERIFIER_nondet_int())
        return -1;
    for (int i = 0; i < 2; i++)
        pthread_create(&id, 0, work, 0);
    pthread_mutex_lock(&live_lock);
    while (live != 2) {
        pthread_mutex_unlock(&live_lock);
        pthread_mutex_lock(&live_lock);
    }
    pthread_mutex_unlock(&live_lock);
    return 0;
}

int main(void) {
    pool_new();
    pthread_mutex_lock(&live_lock);
    while (live > 0) {
        pthread_mutex_unlock(&live_lock);
        pthread_mutex_lock(&live_lock);
    }
    pthread_mutex_unlock(&live_lock);
    return data;
}
