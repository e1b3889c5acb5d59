//@ assertions: unsafe  others: safe
//@ by: explicit
//@ twin: no_signal_in_a_silent_loop
// The signal comes in a loop that has no end and does nothing.
#include <assert.h>
#include <signal.h>

static volatile sig_atomic_t number;

static void handle(int signal) {
    assert(number != 3);
}

int main(void) {
    signal(SIGINT, handle);
    number = 3;
    for (;;)
        ;
}
