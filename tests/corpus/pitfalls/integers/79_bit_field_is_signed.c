//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 79_bit_field_is_cut_off
// A signed one of 3 bits has no 7.
#include <assert.h>

struct {
    signed a : 3;
} s;

int main(void) {
    s.a = 7;
    assert(s.a == 7);
    return 0;
}
