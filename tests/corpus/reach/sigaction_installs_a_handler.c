//@ assertions: unsafe  others: safe
//@ by: explicit
//@ twin: signal_returns_the_handler_before
//@ unconfirmed: deadlock data-race memory overflow arithmetic locks: handlers that may run at every step make too many states
// The handler of another signal does not run for this one, and no other one was there before.
#include <assert.h>
#include <signal.h>
#include <string.h>

static volatile sig_atomic_t last;

static void on_user(int signal) {
    last = signal;
}

int main(void) {
    struct sigaction action, before;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_user;
    action.sa_flags = SA_RESTART;
    sigaction(SIGUSR1, &action, 0);
    sigaction(SIGUSR1, 0, &before);
    assert(before.sa_handler == on_user);
    raise(SIGUSR1);
    assert(last == SIGUSR1);
    action.sa_handler = SIG_IGN;
    sigaction(SIGUSR1, &action, &before);
    last = 0;
    raise(SIGUSR1);
    assert(last == SIGUSR1);
    return 0;
}
