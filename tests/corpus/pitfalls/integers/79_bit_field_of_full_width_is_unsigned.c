//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 79_bit_field_is_promoted_to_int
// One of 32 bits stays unsigned.
#include <assert.h>

struct {
    unsigned a : 32;
} s = {1};

int main(void) {
    assert(-s.a < 0);
    return 0;
}
