//@ assertions: unsafe  others: safe
//@ by: explicit bmc
//@ twin: pause_ends_behind_a_handler
// No handler need run while a thread sleeps.
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
    unsigned left = sleep(10);
    assert(left <= 10);
    assert(left == 0 || stop == 1);
    assert(stop == 1);
    return 0;
}
