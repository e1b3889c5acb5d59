//@ all: safe
//@ by: explicit bmc
//@ twin: signal_handler_breaks
// A handler that changes nothing.
#include <assert.h>
#include <setjmp.h>
#include <signal.h>

static jmp_buf buffer;

static void on_interrupt(int signal) {
}

int main(void) {
    if (setjmp(buffer) == 0) {
        signal(SIGINT, on_interrupt);
        assert(buffer != 0);
    }
    return 0;
}
