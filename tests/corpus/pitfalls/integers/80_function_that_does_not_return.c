//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 80_function_that_may_return
// What is behind a call that never returns is not reached.
#include <assert.h>
#include <stdlib.h>

_Noreturn void fail(void) {
    exit(1);
}

int main(void) {
    fail();
    assert(0);
    return 0;
}
