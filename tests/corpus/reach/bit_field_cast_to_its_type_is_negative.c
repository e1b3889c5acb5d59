//@ assertions: unsafe  others: safe
//@ twin: bit_field_cast_to_its_type
// What is left of the length is a large number, no negative one.
#include <assert.h>

struct header {
    unsigned length : 19, kind : 3;
};

int main(void)
{
    struct header header = { 5, 1 };
    long left = (unsigned)header.length - 6;
    assert(left < 0);
    return 0;
}
