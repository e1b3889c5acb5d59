//@ data-race: unsafe  others: safe
//@ by: explicit bmc
//@ twin: signal_flag_is_seen_by_its_own_thread
// The handler may run in main while the other thread reads: volatile orders nothing between threads.
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
    pthread_join(worker, 0);
    return 0;
}
