//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 26_no_cleanup_handler
// A handler gives the mutex back when the thread is cancelled while it holds it.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void unlock(void *mutex) {
    pthread_mutex_unlock(mutex);
}

void *worker(void *unused) {
    pthread_mutex_lock(&m);
    pthread_cleanup_push(unlock, &m);
    pthread_testcancel();
    pthread_cleanup_pop(1);
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
