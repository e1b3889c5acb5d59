//@ all: safe
//@ by: explicit bmc
//@ twin: signal_handler_reads_what_is_set_later
// What is written before the handler is installed happens before the handler runs.
#include <signal.h>

static volatile sig_atomic_t stop;
static int reason;

static void on_interrupt(int signal) {
    stop = reason;
}

int main(void) {
    reason = 3;
    signal(SIGINT, on_interrupt);
    return stop;
}
