//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 99_zeros_differ
// Zero with a sign is zero; a quotient tells the two apart.
#include <assert.h>

int main(void)
{
    double zero = 0;
    double negative = -zero;
    assert(negative == zero && !negative && 1 / negative < 0);
    return 0;
}
