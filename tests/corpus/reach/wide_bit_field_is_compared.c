//@ safe
//@ twin: wide_bit_field_wraps
// Compilers differ in the type of a bit-field that is wider than `int`, but a comparison with a number that is not negative gives the same.
#include <assert.h>

struct header {
    unsigned long sequence : 40, length : 24;
    long drift : 40;
};

int main(void)
{
    struct header header = {.sequence = 1099511627774, .length = 3, .drift = -1};
    unsigned long limit = 1099511627775;
    assert(header.sequence != 0 && header.sequence > 5 && header.sequence < limit);
    header.sequence++;
    assert(header.sequence == limit);
    assert(header.drift < 0 && header.drift == -1 && !(header.drift == limit));
    header.sequence++;
    assert(0 == header.sequence);
    return 0;
}
