//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 99_no_number_equals_itself
// What is no number is neither equal to itself nor less nor greater.
#include <assert.h>

int main(void)
{
    double zero = 0;
    double none = zero / zero;
    assert(none != none && !(none < 1) && !(none >= 1));
    return 0;
}
