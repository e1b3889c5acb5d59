//@ all: safe
//@ by: explicit bmc
//@ twin: signal_does_not_end_the_process
// The default action of the signal ends the process.
#include <assert.h>
#include <signal.h>

int main(void) {
    raise(SIGTERM);
    assert(0);
    return 0;
}
