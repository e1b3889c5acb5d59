//@ assertions: unsafe  others: safe
//@ by: explicit bmc
//@ twin: sums_that_do_not_fit
// The sum is one too large for an int.
#include <assert.h>
#include <limits.h>

int main(void)
{
    int sum, one = 1;
    assert(!__builtin_add_overflow(INT_MAX, one, &sum));
    return 0;
}
