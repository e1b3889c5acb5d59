//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 60_assertion_behind_the_assumption
// An assumption does not reach back.
#include <assert.h>

void __VERIFIER_assume(int);
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(x != 1);
    __VERIFIER_assume(x != 1);
    return 0;
}
