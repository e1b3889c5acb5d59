//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 99_float_constant_is_rounded_twice
// A constant becomes the nearest float, and not by way of the nearest double, which lies in the middle between two floats.
#include <assert.h>

static const float table[] = {0.1f, 1.00000017881393432617187499f};

int main(void)
{
    assert(table[1] == 1.00000011920928955078125f);
    assert(0x1.00000300000000001p0f == 0x1.000004p0f);
    return 0;
}
