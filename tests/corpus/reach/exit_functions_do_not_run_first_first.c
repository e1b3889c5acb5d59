//@ assertions: unsafe  others: safe
//@ by: explicit bmc
//@ twin: exit_functions_run_last_first
// The function that was registered first does not run first.
#include <assert.h>
#include <stdlib.h>

static int at;

static void first(void) { assert(at++ == 0); }

static void inner(void) { assert(at++ == 2); }

static void second(void) {
    at++;
    atexit(inner);
}

int main(void) {
    atexit(first);
    if (atexit(second) != 0) abort();
    exit(3);
}
