//@ all: safe
//@ by: explicit bmc
//@ twin: signal_flag_is_seen_by_a_thread
// The only other thread has ended when the handler is installed.
#include <pthread.h>
#include <signal.h>

static volatile sig_atomic_t stop;

static void on_interrupt(int signal) {
    stop = 1;
}

static void *work(void *unused) {
    return stop ? unused : 0;
}

int main(void) {
    pthread_t worker;
    pthread_create(&worker, 0, work, 0);
    pthread_join(worker, 0);
    signal(SIGINT, on_interrupt);
    return stop;
}
