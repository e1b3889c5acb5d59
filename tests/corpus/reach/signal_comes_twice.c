//@ assertions: unsafe  others: safe
//@ by: explicit
//@ twin: signal_comes_three_times_at_most
// Between two steps a signal may come more than once.
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
    assert(seen < 2);
    return 0;
}
