//@ all: unknown
//@ by: explicit bmc
//@ twin: signal_handler_returns
// A jump out of a handler has no model.
#include <assert.h>
#include <setjmp.h>
#include <signal.h>

static jmp_buf buffer;

static void on_interrupt(int signal) {
    longjmp(buffer, 1);
}

int main(void) {
    if (setjmp(buffer) == 0) {
        signal(SIGINT, on_interrupt);
        assert(buffer != 0);
    }
    return 0;
}
