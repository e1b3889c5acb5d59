//@ assertions: unknown
//@ twin: behind_a_result_that_is_not_computed
// A square root is one value: an engine that tries any may not say that the assertion fails.
#include <assert.h>
#include <math.h>

int main(void) {
    double two = sqrt(4.0);
    assert(two == 2.0);
    return 0;
}
