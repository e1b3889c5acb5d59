//@ all: safe
//@ by: explicit bmc
//@ twin: signal_flag_is_plain
// A handler sets a flag in a program of one thread.
#include <signal.h>

static volatile sig_atomic_t stop;

static void on_interrupt(int signal) {
    stop = 1;
}

int main(void) {
    signal(SIGINT, on_interrupt);
    if (stop) {
        return 1;
    }
    return 0;
}
