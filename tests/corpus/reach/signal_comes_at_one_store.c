//@ all: safe
//@ by: explicit
//@ twin: signal_comes_between_read_and_write
// No step of the handler is lost.
#include <assert.h>
#include <signal.h>

static volatile sig_atomic_t count, runs;

static void on_interrupt(int signal) {
    if (runs == 0) {
        runs = 1;
        count++;
    }
}

int main(void) {
    signal(SIGINT, on_interrupt);
    signal(SIGINT, SIG_IGN);
    assert(count == runs);
    return 0;
}
