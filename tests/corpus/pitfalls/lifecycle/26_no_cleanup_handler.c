//@ deadlock: unsafe  others: safe
//@ termination: unsafe
//@ by: explicit
//@ twin: 26_cleanup_handler_unlocks
// Without it, it stays locked.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void unlock(void *mutex) {
    pthread_mutex_unlock(mutex);
}

void *worker(void *unused) {
    pthread_mutex_lock(&m);
    pthread_testcancel();
    unlock(&m);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_cancel(t);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
