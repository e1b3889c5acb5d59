//@ overflow: safe
//@ by: static
//@ twin: sum_whose_test_wraps
// The test does not wrap, since neither number is negative there.
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (b < 0 || a < 0 || a > INT_MAX - b)
        return 1;
    return a + b;
}
