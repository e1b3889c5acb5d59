//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 75_signed_overflows
// Unsigned arithmetic is modulo a power of two, and never overflows.
#include <assert.h>
#include <limits.h>

int main(void) {
    unsigned u = UINT_MAX;
    u = u + 1;
    assert(u == 0);
    assert(0u - 1 == UINT_MAX);
    return 0;
}
