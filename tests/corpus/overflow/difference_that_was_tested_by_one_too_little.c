//@ overflow: unsafe
//@ by: bmc
//@ twin: difference_that_was_tested
// The test leaves one difference that overflows.
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (b < 1 || a < INT_MIN + b - 1)
        return 1;
    a = a - b;
    return a < 0;
}
