//@ data-race: safe
//@ by: explicit
//@ twin: signal_handler_without_the_lock_of_a_thread
// The handler takes the lock of the number. (It may wait for ever: its thread may hold the lock.)
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
    pthread_mutex_lock(&lock);
    number = 2;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t worker;
    signal(SIGINT, on_interrupt);
    pthread_create(&worker, 0, work, 0);
    pthread_join(worker, 0);
    return 0;
}
