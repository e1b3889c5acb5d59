//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 60_assumption_in_a_function
// sizeof does not call it.
#include <assert.h>

void __VERIFIER_assume(int);
int __VERIFIER_nondet_int(void);

int check(int x) {
    __VERIFIER_assume(x > 1);
    return 0;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    x += (int)(sizeof(check(x)) - sizeof(int));
    assert(x > 1);
    return 0;
}
