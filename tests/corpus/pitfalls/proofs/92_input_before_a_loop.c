//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 92_input_in_a_loop
// Read once.
#include <assert.h>

_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int sum = 0;
    int input = __VERIFIER_nondet_bool();
    for (int i = 0; i < 3; i++)
        sum += input;
    assert(sum == 0 || sum == 3);
    return 0;
}
