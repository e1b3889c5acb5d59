//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 92_input_before_a_loop
// Every turn reads a new one.
#include <assert.h>

_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += __VERIFIER_nondet_bool();
    assert(sum == 0 || sum == 3);
    return 0;
}
