//@ assertions: unsafe  others: safe
//@ twin: cancelled_after_the_signal_while_another_waits
// The one that waits is signalled, then cancelled: it may end by either.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int waits, is_ready;

void give_back(void *mutex) {
    pthread_mutex_unlock(mutex);
}

void *worker(void *arg) {
    pthread_mutex_lock(&guard);
    pthread_cleanup_push(give_back, &guard);
    waits = 1;
    pthread_cond_wait(&changed, &guard);
    waits = 2;
    pthread_cleanup_pop(1);
    return 0;
}

int main(void) {
    pthread_t thread;
    void *result;
    pthread_create(&thread, 0, worker, 0);
    pthread_mutex_lock(&guard);
    int waited = waits;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&guard);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(waited != 1 || result != PTHREAD_CANCELED);
    return 0;
}
