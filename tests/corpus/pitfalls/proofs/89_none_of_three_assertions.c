//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 89_last_of_three_assertions
// None fails.
#include <assert.h>

_Bool __VERIFIER_nondet_bool(void);

int x;

int main(void) {
    assert(x == 0);
    x = __VERIFIER_nondet_bool();
    assert(x >= 0);
    assert(x < 2);
    return 0;
}
