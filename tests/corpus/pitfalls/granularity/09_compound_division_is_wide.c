//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 09_compound_division_narrow_divisor
// b /= a with a char b and an int a of 256: the divisor is not narrowed to 0.
#include <assert.h>

int main(void) {
    signed char b = 100;
    int a = 256;
    b /= a;
    assert(b == 0);
    return 0;
}
