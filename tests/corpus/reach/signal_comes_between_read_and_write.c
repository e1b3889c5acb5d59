//@ assertions: unsafe  others: safe
//@ by: explicit
//@ hangs-on-order: assertions
//@ twin: signal_comes_at_one_store
// The handler runs between the two accesses of `++`, and its step is lost.
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
    count++;
    signal(SIGINT, SIG_IGN);
    assert(count == 1 + runs);
    return 0;
}
