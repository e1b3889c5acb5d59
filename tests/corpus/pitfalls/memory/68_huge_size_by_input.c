//@ assertions: unsafe  others: safe
//@ termination: safe
//@ twin: 68_size_zero_by_input
//@ domain: 0 18446744073709551612
// A size near the end of the address space, by an input.
#include <assert.h>
#include <stdlib.h>

void __VERIFIER_assume(int);
unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    unsigned long n = __VERIFIER_nondet_ulong();
    __VERIFIER_assume(n >= 18446744073709551600ul);
    void *p = malloc(n);
    assert(0);
    return p != 0;
}
