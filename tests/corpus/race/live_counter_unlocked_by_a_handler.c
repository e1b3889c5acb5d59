//@ data-race: unsafe
//@ twin: live_counter_interrupted
// A handler lets other threads in between the read of a counter and its change: a creation that is counted there is lost.
#include <pthread.h>
#include <signal.h>

int live, data;
_Thread_local int is_counting;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void handle(int signal) {
    if (is_counting) {
        is_counting = 0;
        pthread_mutex_unlock(&lock);
        pthread_mutex_lock(&lock);
    }
}

void *work(void *argument) {
    pthread_mutex_lock(&lock);
    data++;
    is_counting = 1;
    live--;
    is_counting = 0;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t id;
    struct sigaction action = {0};
    action.sa_handler = handle;
    sigaction(SIGUSR1, &action, 0);
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        live++;
        pthread_mutex_unlock(&lock);
        pthread_create(&id, 0, work, 0);
    }
    pthread_mutex_lock(&lock);
    while (live) {
        pthread_mutex_unlock(&lock);
        pthread_mutex_lock(&lock);
    }
    pthread_mutex_unlock(&lock);
    return data;
}
