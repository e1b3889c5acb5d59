//@ all: safe
//@ by: explicit bmc
//@ twin: sleep_ends_behind_a_handler
// `pause` returns when a handler has run.
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t stop;

static void on_interrupt(int signal) {
    stop = 1;
}

int main(void) {
    signal(SIGINT, on_interrupt);
    assert(pause() == -1 && errno == EINTR);
    assert(stop == 1);
    return 0;
}
