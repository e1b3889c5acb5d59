//@ data-race: unsafe
//@ by: explicit bmc
//@ twin: signal_handler_under_the_lock_of_a_thread
// The thread does not take the lock: the handler may run in main meanwhile.
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int number;

static void on_interrupt(int signal) {
    pthread_mutex_lock(&lock);
    number = 1;
    pthread_mutex_unlock(&lock);
}

static void *work(void *unused) {
    number = 2;
    return unused;
}

int main(void) {
    pthread_t worker;
    signal(SIGINT, on_interrupt);
    pthread_create(&worker, 0, work, 0);
    pthread_join(worker, 0);
    return 0;
}
