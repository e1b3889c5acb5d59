//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 79_long_has_64_bits
//@ data-model: ilp32
// ilp32: 4.
#include <assert.h>
#include <limits.h>

int main(void) {
    assert(sizeof(long) == 4 && sizeof(void *) == 4);
    unsigned long u = UINT_MAX;
    u++;
    assert(u != 0);
    return 0;
}
