//@ all: safe
//@ by: explicit
//@ domain: -2 -1 0 1
//@ twin: input_cut_by_a_store_elsewhere
// The upper half of a negative int is overwritten by that of a small number; memset does so with one byte more.
#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

union parts {
    int whole;
    short halves[2];
    unsigned char bytes[4];
};

int main(void) {
    union parts u;
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= -2 && n <= 1);
    u.whole = n;
    u.halves[1] = 0;
    assert(u.whole == (n < 0 ? 65536 + n : n));
    u.whole = n;
    memset(&u.bytes[1], 0, 3);
    assert(u.whole == (n < 0 ? 256 + n : n));
    return 0;
}
