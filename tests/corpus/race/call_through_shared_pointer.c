//@ unsafe
//@ by: explicit bmc
//@ twin: call_through_protected_pointer
// The call reads the pointer that the other thread writes.
#include <pthread.h>

int one(void) {
    return 1;
}

int two(void) {
    return 2;
}

int (*function)(void) = one;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
    pthread_mutex_lock(&m);
    function = two;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_mutex_lock(&other);
    function();
    pthread_mutex_unlock(&other);
    pthread_join(t, 0);
    return 0;
}
