//@ all: safe
//@ by: explicit bmc
//@ domain: 0 1 2 10 15
//@ twin: wait_for_a_signal_has_a_deadline
// sigtimedwait gives a signal of the set, or fails.
#include <assert.h>
#include <signal.h>
#include <time.h>

int main(void) {
    sigset_t set;
    struct timespec second = {1, 0};
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, 0);
    int number = sigtimedwait(&set, 0, &second);
    assert(number == SIGUSR1 || number == -1);
    return 0;
}
