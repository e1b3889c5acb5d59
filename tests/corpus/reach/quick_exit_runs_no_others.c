//@ all: safe
//@ twin: quick_exit_runs_its_functions
// exit runs no function of at_quick_exit.
#include <assert.h>
#include <stdlib.h>

static int done;

static void at_end(void) { done = 1; }

static void quickly(void) { assert(done); }

int main(void) {
    atexit(at_end);
    at_quick_exit(quickly);
    exit(0);
}
