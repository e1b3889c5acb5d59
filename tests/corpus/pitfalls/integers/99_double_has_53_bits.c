//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 99_float_has_24_bits
// It is a double.
#include <assert.h>

int main(void)
{
    double next = 16777216;
    next++;
    assert(next == 16777217.0);
    return 0;
}
