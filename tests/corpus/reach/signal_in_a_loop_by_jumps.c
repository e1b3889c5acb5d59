//@ assertions: unsafe  others: safe
//@ by: explicit
//@ twin: no_signal_in_a_silent_loop
// The loop is made of jumps.
#include <assert.h>
#include <signal.h>

static volatile sig_atomic_t number;

static void handle(int signal) {
    assert(number != 3);
}

int main(void) {
    signal(SIGINT, handle);
    number = 3;
again:
    goto again;
}
