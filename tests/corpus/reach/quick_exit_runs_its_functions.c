//@ assertions: unsafe  others: safe
//@ twin: quick_exit_runs_no_others
// quick_exit runs the functions of at_quick_exit.
#include <assert.h>
#include <stdlib.h>

static int done;

static void at_end(void) { done = 1; }

static void quickly(void) { assert(done); }

int main(void) {
    atexit(at_end);
    at_quick_exit(quickly);
    quick_exit(0);
}
