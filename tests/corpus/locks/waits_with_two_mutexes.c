//@ locks: unsafe  others: safe
//@ by: explicit
//@ twin: waits_with_one_mutex
// Threads wait for a condition with different mutexes.
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
    waiter(&two);
    pthread_join(t, 0);
    return 0;
}
