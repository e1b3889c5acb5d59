//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 60_assumption_about_nothing_relevant
// One that can hold.
#include <assert.h>

void __VERIFIER_assume(int);
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = 1;
    __VERIFIER_assume(x > 0 && x < 3);
    assert(y == 0);
    return 0;
}
