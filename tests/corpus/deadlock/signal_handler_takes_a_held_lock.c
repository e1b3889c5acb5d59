//@ deadlock: unsafe  locks: safe  assertions: safe  memory: safe  overflow: safe  arithmetic: safe
//@ by: explicit
//@ twin: signal_handler_takes_a_free_lock
// The handler interrupts the thread that holds the mutex, and waits for it for ever.
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile sig_atomic_t runs;

static void on_interrupt(int signal) {
    if (runs == 0) {
        runs = 1;
        pthread_mutex_lock(&lock);
        pthread_mutex_unlock(&lock);
    }
}

int main(void) {
    signal(SIGINT, on_interrupt);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return 0;
}
