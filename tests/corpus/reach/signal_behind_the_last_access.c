//@ assertions: unsafe  others: safe
//@ by: explicit
//@ twin: no_signal_in_a_silent_loop
// The loop has accesses, but none of them comes behind the last one.
#include <assert.h>
#include <signal.h>

static volatile sig_atomic_t number;

static void handle(int signal) {
    assert(number != 3);
}

int main(void) {
    signal(SIGINT, handle);
    int first = 1;
    for (int i = 0;; i = 0) {
        if (first)
            number = 3;
        first = i;
    }
}
