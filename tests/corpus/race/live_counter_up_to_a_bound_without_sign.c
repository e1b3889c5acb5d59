//@ data-race: unknown
//@ twin: live_counter_created_in_a_call
//@ data-model: ilp32
// The loop compares the bound without its sign: -1 is a large number of threads, and the counter is at least -1 at once.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

long long live;
int data;
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

int main(void) {
    pthread_t id;
    int n = __VERIFIER_nondet_int();
    for (unsigned i = 0; i < (unsigned)n; i++)
        pthread_create(&id, 0, work, 0);
    pthread_mutex_lock(&live_lock);
    while (live < n) {
        pthread_mutex_unlock(&live_lock);
        pthread_mutex_lock(&live_lock);
    }
    while (live > 0) {
        pthread_mutex_unlock(&live_lock);
        pthread_mutex_lock(&live_lock);
    }
    pthread_mutex_unlock(&live_lock);
    return data;
}
