//@ all: safe
//@ by: explicit bmc
//@ domain: 0 1 10
//@ twin: blocked_signal_is_not_unblocked
// The signal that waits ends the process where it is unblocked.
#include <assert.h>
#include <signal.h>

int main(int argc, char **argv) {
    sigset_t set;
    int number;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, 0);
    raise(SIGUSR1);
    sigprocmask(SIG_UNBLOCK, &set, 0);
    assert(0);
    sigwait(&set, &number);
    return 0;
}
