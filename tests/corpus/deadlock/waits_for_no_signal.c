//@ deadlock: unsafe  termination: unsafe  others: safe
//@ by: explicit bmc
//@ domain: 0 1 2 10 15
//@ twin: waits_for_any_signal
// No signal is in the set.
#include <assert.h>
#include <signal.h>

int main(void) {
    sigset_t set;
    int number;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigdelset(&set, SIGINT);
    sigprocmask(SIG_BLOCK, &set, 0);
    sigwait(&set, &number);
    assert(number == SIGINT || number == SIGTERM);
    return 0;
}
