//@ all: safe
//@ by: explicit bmc
//@ twin: exit_functions_do_not_run_first_first
// Functions at exit run in the reverse order of their registrations; one that is registered meanwhile comes next.
#include <assert.h>
#include <stdlib.h>

static int at;

static void first(void) { assert(at == 2); }

static void inner(void) { assert(at++ == 1); }

static void second(void) {
    assert(at++ == 0);
    atexit(inner);
}

int main(void) {
    atexit(first);
    if (atexit(second) != 0) abort();
    exit(3);
}
