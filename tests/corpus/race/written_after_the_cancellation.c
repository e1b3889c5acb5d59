//@ data-race: unsafe  others: safe
//@ twin: written_before_the_cancellation
// What a thread does after it has cancelled another one is not ordered with the cleanup routine that the other one runs.

#include <pthread.h>

int shared;
pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;
pthread_t child;

void routine(void *unused) {
    shared;
}

void *waits(void *unused) {
    pthread_cleanup_push(routine, 0);
    pthread_testcancel();
    pthread_cleanup_pop(0);
    return 0;
}

void *cancels(void *unused) {
    pthread_create(&child, 0, waits, 0);
    pthread_cancel(child);
    shared++;
    return 0;
}

void *holds(void *unused) {
    pthread_mutex_lock(&held);
    pthread_create(0, 0, cancels, 0);
    pthread_mutex_unlock(&held);
    return 0;
}

int main(void) {
    pthread_create(0, 0, holds, 0);
    if (pthread_mutex_trylock(&held) == 0) {
        pthread_mutex_unlock(&held);
    }
    return 0;
}
