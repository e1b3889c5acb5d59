//@ all: safe
//@ by: explicit bmc
//@ domain: 0 1 2 10 15
//@ twin: waits_for_no_signal
// Another process may send the signal at any time.
#include <assert.h>
#include <signal.h>

int main(void) {
    sigset_t set;
    int number;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigprocmask(SIG_BLOCK, &set, 0);
    sigwait(&set, &number);
    assert(number == SIGINT || number == SIGTERM);
    return 0;
}
