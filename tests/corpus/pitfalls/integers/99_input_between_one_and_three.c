//@ all: safe
//@ termination: safe
//@ by: bmc
//@ twin: 99_input_between_one_and_three_is_two
// Comparisons of inputs are exact.
#include <assert.h>

double __VERIFIER_nondet_double(void);

int main(void)
{
    double value = __VERIFIER_nondet_double();
    if (value > 1 && value < 3) {
        assert(value >= 1 && value != 3);
    }
    return 0;
}
