//@ all: safe
//@ by: explicit
//@ domain: -1 0 1 2
//@ twin: part_of_an_input_copied_from_below
// Two bytes of an input are copied; a bit-field is laid over it.
#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

union flags {
    int whole;
    struct {
        unsigned low : 1;
        int middle : 15;
        signed char high;
    } bits;
};

int main(void) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= -1 && n <= 2);
    int copy = n;
    short part;
    memcpy(&part, (char *)&copy + 2, sizeof part);
    assert(part == (n < 0 ? -1 : 0));
    union flags f;
    f.whole = n;
    assert(f.bits.low == (n & 1));
    assert(f.bits.middle == (n < 0 ? -1 : n / 2));
    assert(f.bits.high == (n < 0 ? -1 : 0));
    return 0;
}
