//@ all: safe
//@ by: explicit bmc
//@ domain: 0 1 10
//@ twin: blocked_signal_is_not_unblocked
// The first signal waits for sigwait, the second one ends the process where it is unblocked.
#include <assert.h>
#include <signal.h>

int main(void) {
    sigset_t set, waiting;
    int number;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, 0);
    raise(SIGUSR1);
    sigpending(&waiting);
    assert(sigismember(&waiting, SIGUSR1));
    sigwait(&set, &number);
    assert(number == SIGUSR1);
    raise(SIGUSR1);
    sigprocmask(SIG_UNBLOCK, &set, 0);
    assert(0);
    return 0;
}
