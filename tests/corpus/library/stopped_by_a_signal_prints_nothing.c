//@ memory: unsafe  others: safe
//@ by: explicit
//@ domain: -1 0 1
//@ twin: stopped_by_a_signal_prints_an_error
// The text of an error is printed in a program with a handler: it need not be read. The text at the end has no zero.
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static volatile sig_atomic_t is_stopped;

static void stop(int number) {
    is_stopped = number;
}

int main(void) {
    char text[2] = "e";
    signal(SIGINT, stop);
    if (getchar() < 0) {
        fprintf(stderr, "%s\n", is_stopped ? "stopped" : strerror(errno));
        text[1] = '!';
    }
    puts(text);
    return 0;
}
