//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 60_assumption_about_nothing_relevant_possible
// The assumption is about a variable that the assertion does not mention: it ends the execution all the same.
#include <assert.h>

void __VERIFIER_assume(int);
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = 1;
    __VERIFIER_assume(x > 0 && x < 0);
    assert(y == 0);
    return 0;
}
