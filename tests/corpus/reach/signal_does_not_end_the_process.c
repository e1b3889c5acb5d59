//@ assertions: unsafe  others: safe
//@ by: explicit bmc
//@ twin: signal_ends_the_process
// The default action of the signal does nothing.
#include <assert.h>
#include <signal.h>

int main(void) {
    raise(SIGCHLD);
    assert(0);
    return 0;
}
