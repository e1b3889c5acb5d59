//@ all: safe
//@ domain: 0 1
//@ twin: sign_of_a_positive_zero
// A negative zero has a sign.
#include <assert.h>
#include <math.h>

int main(void)
{
    double zero = -0.0;
    assert(signbit(zero) && signbit(-1.5f) && !signbit(2.0));
    return 0;
}
