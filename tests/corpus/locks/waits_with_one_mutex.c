//@ all: safe
//@ by: explicit
//@ twin: waits_with_two_mutexes
// Both wait with the same mutex.
#include <assert.h>
#include <pthread.h>


pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
struct timespec deadline;

void *waiter(void *arg) {
    pthread_mutex_lock(arg);
    pthread_cond_timedwait(&c, arg, &deadline);
    pthread_mutex_unlock(arg);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, waiter, &one);
    waiter(&one);
    pthread_join(t, 0);
    return 0;
}
