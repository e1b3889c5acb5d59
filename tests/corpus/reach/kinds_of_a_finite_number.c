//@ safe
//@ by: explicit
//@ twin: kinds_of_an_infinite_number
// The macros of C11 7.12.3, and the greatest double.
#include <assert.h>
#include <float.h>
#include <math.h>

int main(void)
{
    double number = DBL_MAX, zero = 0.0;
    assert(isfinite(number) && !isinf(number) && !isnan(number) && number > 1e300);
    assert(isinf(1.0 / zero) && !isfinite(1.0 / zero) && isnan(zero / zero));
    assert(isless(zero, number) && !isgreater(zero, number) && isunordered(zero, zero / zero));
    return 0;
}
