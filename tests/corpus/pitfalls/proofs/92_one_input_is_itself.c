//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 92_two_inputs_differ
// One call gives one.
#include <assert.h>

_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int a = __VERIFIER_nondet_bool();
    int b = a;
    assert(a == b);
    return 0;
}
