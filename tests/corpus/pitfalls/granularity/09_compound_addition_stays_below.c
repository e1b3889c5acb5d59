//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 09_compound_addition_is_wide
// One less than what overflows; the result is narrowed to -1 (implementation-defined, and the same everywhere).
#include <assert.h>
#include <limits.h>

int main(void) {
    signed char b = 3;
    int a = INT_MAX - 3;
    b += a;
    assert(b == -1);
    return 0;
}
