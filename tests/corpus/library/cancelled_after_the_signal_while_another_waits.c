//@ safe
//@ twin: cancelled_after_the_signal_alone
// Two wait when the signal comes. The one that is cancelled takes no signal away from the other: if it ended so, the other goes on.
#include <pthread.h>

pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int waiting;

void give_back(void *mutex) {
    pthread_mutex_unlock(mutex);
}

void *worker(void *arg) {
    pthread_mutex_lock(&guard);
    pthread_cleanup_push(give_back, &guard);
    waiting++;
    pthread_cond_wait(&changed, &guard);
    pthread_cleanup_pop(1);
    return 0;
}

int main(void) {
    pthread_t one, other;
    void *result;
    pthread_create(&one, 0, worker, 0);
    pthread_create(&other, 0, worker, 0);
    pthread_mutex_lock(&guard);
    int both_wait = waiting == 2;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&guard);
    pthread_cancel(one);
    if (both_wait) {
        pthread_join(one, &result);
        if (result == PTHREAD_CANCELED) {
            pthread_join(other, 0);
        }
    }
    return 0;
}
