//@ assertions: unsafe  others: safe
//@ by: explicit bmc
//@ domain: 0 1 10
//@ twin: unblocked_signal_ends_the_process
// The signal waits for sigwait.
#include <assert.h>
#include <signal.h>

int main(int argc, char **argv) {
    sigset_t set;
    int number;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, 0);
    raise(SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, 0);
    assert(0);
    sigwait(&set, &number);
    return 0;
}
