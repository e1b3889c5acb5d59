//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: bmc
//@ domain: 2
//@ twin: 99_input_between_one_and_three
// Comparisons of inputs are exact.
#include <assert.h>

double __VERIFIER_nondet_double(void);

int main(void)
{
    double value = __VERIFIER_nondet_double();
    if (value > 1 && value < 3) {
        assert(value != 2);
    }
    return 0;
}
