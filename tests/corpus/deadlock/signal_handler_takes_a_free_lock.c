//@ all: safe
//@ by: explicit
//@ twin: signal_handler_takes_a_held_lock
// The signal is ignored while the mutex is held.
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
    signal(SIGINT, SIG_IGN);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return 0;
}
