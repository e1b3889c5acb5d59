//@ all: safe
//@ twin: byte_of_a_small_input
//@ by: explicit
//@ domain: 0 1 2
// One byte of an input that has few values: each of them is tried once.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int n = __VERIFIER_nondet_int();
    unsigned char *byte = (unsigned char *)&n;
    __VERIFIER_assume(n >= 0 && n < 2);
    assert(*byte != 2);
    return 0;
}
