//@ assertions: unsafe  others: safe
//@ by: explicit bmc
//@ twin: signal_handler_returns
// A handler that changes what is asserted.
#include <assert.h>
#include <setjmp.h>
#include <signal.h>

static jmp_buf buffer;
static volatile sig_atomic_t count;

static void on_interrupt(int signal) {
    count = 1;
}

int main(void) {
    if (setjmp(buffer) == 0) {
        signal(SIGINT, on_interrupt);
        assert(count == 0);
    }
    return 0;
}
