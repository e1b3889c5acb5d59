//@ deadlock: unsafe
//@ twin: signal_handler_takes_a_free_lock
// The signal comes from outside, while main holds the lock that the handler wants. Main waits for itself, whatever else goes on.
#include <pthread.h>
#include <signal.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int count;

void handle(int signal) {
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
}

int main(void) {
    signal(SIGUSR1, handle);
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
    return 0;
}
