//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 82_bug_after_the_last_iteration
//@ domain: 17 18
// The bug is in the iteration with number 17 of a loop whose length is an input.
#include <assert.h>

void __VERIFIER_assume(int);
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0 && n < 20);
    for (int i = 0; i < n; i++)
        assert(i != 17);
    return 0;
}
