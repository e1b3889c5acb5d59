//@ data-race: unsafe  others: safe
//@ by: explicit bmc
//@ twin: signal_handler_reads_what_was_set_before
// The handler may come while main writes.
#include <signal.h>

static volatile sig_atomic_t stop;
static int reason;

static void on_interrupt(int signal) {
    stop = reason;
}

int main(void) {
    signal(SIGINT, on_interrupt);
    reason = 3;
    return stop;
}
