//@ deadlock: unsafe  others: safe
//@ twin: cancelled_after_the_signal_with_a_handler
// The signal has woken the worker, nobody else waits, and it is cancelled before it goes on: it ends with the mutex, and main
// waits for that.
#include <pthread.h>

pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int is_ready;

void *worker(void *arg) {
    pthread_mutex_lock(&guard);
    if (!is_ready) {
        pthread_cond_wait(&changed, &guard);
    }
    pthread_mutex_unlock(&guard);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_mutex_lock(&guard);
    is_ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&guard);
    pthread_cancel(thread);
    pthread_mutex_lock(&guard);
    pthread_mutex_unlock(&guard);
    pthread_join(thread, 0);
    return 0;
}
