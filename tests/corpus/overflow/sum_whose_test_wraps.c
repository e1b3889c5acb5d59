//@ overflow: unsafe
//@ by: bmc
//@ twin: sum_whose_test_does_not_wrap
// The test itself wraps where the second number is negative, and then says nothing of the sum.
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a > INT_MAX - b)
        return 1;
    return a + b;
}
