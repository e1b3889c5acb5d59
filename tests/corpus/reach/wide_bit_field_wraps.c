//@ unsafe
//@ twin: wide_bit_field_is_compared
// A bit-field that is wider than `int` begins again at its own width.
#include <assert.h>

struct header {
    unsigned long sequence : 40, length : 24;
};

int main(void)
{
    struct header header = {.sequence = 1099511627774, .length = 3};
    header.sequence += 2;
    assert(header.sequence > 5);
    return 0;
}
