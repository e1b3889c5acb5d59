//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 99_zeros_are_equal
// Zero with a sign is zero.
#include <assert.h>

int main(void)
{
    double zero = 0;
    double negative = -zero;
    assert(negative < zero);
    return 0;
}
