//@ all: safe
//@ by: explicit bmc
//@ twin: sigaction_installs_a_handler
// `signal` returns the handler that was there, and it can be installed again.
#include <assert.h>
#include <signal.h>

static volatile sig_atomic_t last;

static void on_user(int signal) {
    last = signal;
}

int main(void) {
    signal(SIGUSR1, on_user);
    void (*before)(int) = signal(SIGUSR1, SIG_IGN);
    assert(before == on_user);
    raise(SIGUSR1);
    assert(last == 0 || last == SIGUSR1);
    assert(signal(SIGUSR1, before) == SIG_IGN);
    raise(SIGUSR1);
    assert(last == SIGUSR1);
    return 0;
}
