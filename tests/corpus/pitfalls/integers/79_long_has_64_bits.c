//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 79_long_has_32_bits
// lp64: a long and a pointer have 8 bytes.
#include <assert.h>
#include <limits.h>

int main(void) {
    assert(sizeof(long) == 8 && sizeof(void *) == 8);
    unsigned long u = UINT_MAX;
    u++;
    assert(u != 0);
    return 0;
}
