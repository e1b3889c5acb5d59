//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 68_huge_size_by_input
//@ domain: 0 1
// No number is above all.
#include <assert.h>
#include <stdlib.h>

void __VERIFIER_assume(int);
unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    unsigned long n = __VERIFIER_nondet_ulong();
    __VERIFIER_assume(n > 18446744073709551615ul);
    void *p = malloc(n);
    assert(0);
    return p != 0;
}
