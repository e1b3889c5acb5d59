//@ all: safe
//@ by: explicit
//@ twin: signal_comes_before_an_atomic_read
// The same with an atomic flag.
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static atomic_int stop;
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
