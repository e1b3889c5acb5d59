//@ all: safe
//@ by: explicit
//@ twin: absolute_value_is_positive
// The functions for absolute values and for the greater and the lesser one of two values are exact.
#include <assert.h>
#include <math.h>

int main(void) {
    double nothing = 0.0 / 0.0, small = -2.5;
    assert(fabs(small) == 2.5 && fabs(2.5) == 2.5 && fabsf(-1.0f) == 1.0f);
    assert(1 / fabs(-0.0) > 0);
    assert(fmax(small, 1.0) == 1.0 && fmin(small, 1.0) == small);
    assert(fmax(nothing, 1.0) == 1.0 && fmin(1.0, nothing) == 1.0);
    assert(fabs(nothing) != fabs(nothing));
    return 0;
}
