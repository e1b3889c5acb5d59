//@ overflow: safe
//@ by: static
//@ twin: difference_that_was_tested_by_one_too_little
// Neither number excludes the overflow; the test of their difference does.
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (b < 1 || a < INT_MIN + b)
        return 1;
    a = a - b;
    return a < 0;
}
