//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 91_no_contradiction_at_the_start
// No execution gets past the first line: safe, and no reason to worry.
#include <assert.h>

void __VERIFIER_assume(int);
int __VERIFIER_nondet_int(void);

int main(void) {
    __VERIFIER_assume(0);
    int x = __VERIFIER_nondet_int();
    assert(x > 0 && x < 0);
    return 0;
}
