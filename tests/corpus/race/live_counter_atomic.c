//@ data-race: safe
//@ by: static
//@ twin: live_counter_relaxed
//@ domain: 0 1 2
// A counter of atomic operations; the creator asks again and again.
#include <pthread.h>
#include <stdlib.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

atomic_int live;
int data;
pthread_mutex_t live_lock = PTHREAD_MUTEX_INITIALIZER, data_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t ended = PTHREAD_COND_INITIALIZER;

void *work(void *argument) {
    pthread_mutex_lock(&data_lock);
    data++;
    pthread_mutex_unlock(&data_lock);
    atomic_fetch_sub_explicit(&live, 1, memory_order_release);
    return 0;
}

int main(void) {
    pthread_t id;
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000000)
        return 0;
    for (int i = 0; i < n; i++) {
        live++;
        pthread_create(&id, 0, work, 0);
    }
    while (atomic_load_explicit(&live, memory_order_acquire) > 0)
        ;
    return data;
}
