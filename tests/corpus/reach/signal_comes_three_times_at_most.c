//@ all: safe
//@ by: explicit
//@ twin: signal_comes_twice
// The handler itself counts to three.
#include <assert.h>
#include <signal.h>

static volatile sig_atomic_t count;

static void on_interrupt(int signal) {
    if (count < 3) {
        count++;
    }
}

int main(void) {
    signal(SIGINT, on_interrupt);
    int seen = count;
    assert(seen <= 3);
    return 0;
}
