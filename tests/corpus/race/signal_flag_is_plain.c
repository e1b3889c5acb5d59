//@ data-race: unsafe  others: safe
//@ by: explicit bmc
//@ twin: signal_flag_is_volatile
// The same with a flag that a handler must not access while its own thread may.
#include <signal.h>

static int stop;

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
