//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 89_none_of_three_assertions
// The one that fails is neither the first nor the last that is met.
#include <assert.h>

_Bool __VERIFIER_nondet_bool(void);

int x;

int main(void) {
    assert(x == 0);
    x = __VERIFIER_nondet_bool();
    assert(x == 0);
    assert(x < 2);
    return 0;
}
