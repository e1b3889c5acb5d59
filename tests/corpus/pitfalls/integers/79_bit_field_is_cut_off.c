//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 79_bit_field_is_signed
// What does not fit into an unsigned bit-field is cut off.
#include <assert.h>

struct {
    unsigned a : 3;
} s;

int main(void) {
    s.a = 9;
    assert(s.a == 1);
    return 0;
}
