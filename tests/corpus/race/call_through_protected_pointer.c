//@ safe
//@ by: explicit bmc
//@ twin: call_through_shared_pointer
// Both hold the same mutex.
#include <pthread.h>

int one(void) {
    return 1;
}

int two(void) {
    return 2;
}

int (*function)(void) = one;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
    pthread_mutex_lock(&m);
    function = two;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_mutex_lock(&m);
    function();
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
