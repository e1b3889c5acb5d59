//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 92_one_input_is_itself
// Two calls give two values.
#include <assert.h>

_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int a = __VERIFIER_nondet_bool();
    int b = __VERIFIER_nondet_bool();
    assert(a == b);
    return 0;
}
