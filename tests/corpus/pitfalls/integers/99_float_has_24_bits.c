//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 99_double_has_53_bits
// The next number is not a float.
#include <assert.h>

int main(void)
{
    float next = 16777216;
    next++;
    assert(next == 16777217.0);
    return 0;
}
