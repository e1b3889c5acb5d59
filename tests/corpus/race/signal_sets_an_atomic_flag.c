//@ data-race: safe
//@ by: explicit
//@ twin: signal_comes_while_a_thread_computes
// The flag is atomic.
#include <pthread.h>
#include <signal.h>

static _Atomic int stop;

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
