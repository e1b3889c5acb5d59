//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 82_bug_in_iteration_seventeen
//@ domain: 0 17
// The loop ends before.
#include <assert.h>

void __VERIFIER_assume(int);
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0 && n < 18);
    for (int i = 0; i < n; i++)
        assert(i != 17);
    return 0;
}
