//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 60_assumption_in_a_function_not_called
// The assumption stands in a function whose result is not used.
#include <assert.h>

void __VERIFIER_assume(int);
int __VERIFIER_nondet_int(void);

int check(int x) {
    __VERIFIER_assume(x > 1);
    return 0;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    check(x);
    assert(x > 1);
    return 0;
}
