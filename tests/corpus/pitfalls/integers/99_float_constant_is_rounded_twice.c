//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 99_float_constant_is_rounded_once
// The number is just below the middle between two floats.
#include <assert.h>

static const float table[] = {0.1f, 1.00000017881393432617187499f};

int main(void)
{
    assert(table[1] == 1.0000002384185791015625f);
    assert(0x1.00000300000000001p0f == 0x1.000004p0f);
    return 0;
}
