//@ data-race: unsafe
//@ by: explicit bmc
//@ twin: signal_sets_an_atomic_flag
// Main computes for ever, and the handler runs in it.
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
    signal(SIGINT, on_interrupt);
    pthread_create(&worker, 0, work, 0);
    for (;;) {
    }
}
