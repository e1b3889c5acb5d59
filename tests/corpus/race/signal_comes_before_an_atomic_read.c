//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: signal_handler_reads_an_atomic_flag
// The handler may run in main before main sees that the thread has written.
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static volatile sig_atomic_t stop;
static atomic_int done;

static void on_interrupt(int signal) {
    (void)stop;
}

static void *work(void *unused) {
    stop = 1;
    done = 1;
    return unused;
}

int main(void) {
    pthread_t worker;
    int seen;
    pthread_create(&worker, 0, work, 0);
    signal(SIGINT, on_interrupt);
    seen = done;
    signal(SIGINT, SIG_IGN);
    pthread_join(worker, 0);
    return seen;
}
