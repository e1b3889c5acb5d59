//@ all: safe
//@ twin: orderly_end_runs_the_exit_function
// _exit runs no function that atexit registered.
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

static void at_end(void) { assert(0); }

int main(void) {
    atexit(at_end);
    _exit(1);
}
