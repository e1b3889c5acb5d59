//@ assertions: unsafe  others: safe
//@ domain: 0 1
//@ twin: sign_of_a_negative_zero
// A positive zero has none.
#include <assert.h>
#include <math.h>

int main(void)
{
    double zero = 0.0;
    assert(signbit(zero) && signbit(-1.5f) && !signbit(2.0));
    return 0;
}
