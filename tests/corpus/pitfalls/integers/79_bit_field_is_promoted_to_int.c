//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 79_bit_field_of_full_width_is_unsigned
// A narrow unsigned bit-field is promoted to int: its negation is negative.
#include <assert.h>

struct {
    unsigned a : 3;
} s = {1};

int main(void) {
    assert(-s.a < 0);
    return 0;
}
