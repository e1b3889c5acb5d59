//@ assertions: safe  others: safe
//@ by: explicit
//@ twin: signal_in_a_silent_loop
// In the loop that has no end the number is another one.
#include <assert.h>
#include <signal.h>

static volatile sig_atomic_t number;

static void handle(int signal) {
    assert(number != 3);
}

int main(void) {
    signal(SIGINT, handle);
    number = 4;
    for (;;)
        ;
}
