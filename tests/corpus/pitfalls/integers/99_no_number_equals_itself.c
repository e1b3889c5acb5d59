//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 99_no_number_equals_nothing
// What is no number is not equal to itself.
#include <assert.h>

int main(void)
{
    double zero = 0;
    double none = zero / zero;
    assert(none == none);
    return 0;
}
