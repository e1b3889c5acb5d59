//@ data-race: safe
//@ by: static
//@ twin: live_counter_unlocked_by_a_handler
// A signal may come between the read of a counter and its test or its change. Its handler leaves the counter and the locks as they are.
#include <pthread.h>
#include <signal.h>

int live, data;
_Atomic int has_signal;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void handle(int signal) {
    has_signal = 1;
}

void *work(void *argument) {
    data++;
    pthread_mutex_lock(&lock);
    live--;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t id;
    struct sigaction action = {0};
    action.sa_handler = handle;
    sigaction(SIGUSR1, &action, 0);
    pthread_mutex_lock(&lock);
    live++;
    pthread_mutex_unlock(&lock);
    pthread_create(&id, 0, work, 0);
    pthread_mutex_lock(&lock);
    while (live) {
        pthread_mutex_unlock(&lock);
        pthread_mutex_lock(&lock);
    }
    pthread_mutex_unlock(&lock);
    return data;
}
