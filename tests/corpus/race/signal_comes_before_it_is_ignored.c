//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: signal_handler_reads_an_atomic_flag
// The handler may run in main until the signal is ignored.
#include <pthread.h>
#include <signal.h>

static volatile sig_atomic_t stop;

static void on_interrupt(int signal) {
    (void)stop;
}

static void *work(void *unused) {
    stop = 1;
    return unused;
}

int main(void) {
    pthread_t worker;
    pthread_create(&worker, 0, work, 0);
    signal(SIGINT, on_interrupt);
    signal(SIGINT, SIG_IGN);
    pthread_join(worker, 0);
    return 0;
}
