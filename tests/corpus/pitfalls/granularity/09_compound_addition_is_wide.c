//@ overflow: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 09_compound_addition_stays_below
// b += a with a char b: the addition is one of ints and overflows before the result is narrowed.
#include <assert.h>
#include <limits.h>

int main(void) {
    signed char b = 3;
    int a = INT_MAX;
    b += a;
    assert(b == b);
    return 0;
}
