//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 80_function_that_does_not_return
// Behind one that may, it is.
#include <assert.h>
#include <stdlib.h>

_Bool __VERIFIER_nondet_bool(void);

void fail(void) {
    if (__VERIFIER_nondet_bool())
        exit(1);
}

int main(void) {
    fail();
    assert(0);
    return 0;
}
