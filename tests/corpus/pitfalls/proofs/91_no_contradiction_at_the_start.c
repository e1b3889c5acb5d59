//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 91_contradiction_at_the_start
// Otherwise every execution fails.
#include <assert.h>

void __VERIFIER_assume(int);
int __VERIFIER_nondet_int(void);

int main(void) {
    __VERIFIER_assume(1);
    int x = __VERIFIER_nondet_int();
    assert(x > 0 && x < 0);
    return 0;
}
