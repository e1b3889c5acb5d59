//@ assertions: unsafe  others: safe
//@ by: explicit bmc
//@ twin: raised_signal_is_handled
// The handler was taken away before.
#include <assert.h>
#include <signal.h>

static volatile sig_atomic_t last;

static void on_user(int signal) {
    last = signal;
}

int main(void) {
    signal(SIGUSR1, on_user);
    signal(SIGUSR1, SIG_IGN);
    raise(SIGUSR1);
    assert(last == SIGUSR1);
    return 0;
}
