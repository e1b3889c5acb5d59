//@ assertions: unsafe  others: safe
//@ by: explicit
//@ domain: -1 0 1
//@ twin: bytes_of_an_input
// The upper bytes of a negative number are not zero.
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

long wide;

int main(void) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= -1 && n <= 1);
    wide = n;
    char *bytes = (char *)&wide;
    for (unsigned i = 1; i < sizeof wide; i++)
        assert(bytes[i] == 0);
    assert(bytes[0] == n);
    return 0;
}
