//@ assertions: unsafe
//@ by: explicit bmc
//@ twin: result_that_is_not_computed
// What the square root is does not matter to the assertion.
#include <assert.h>
#include <math.h>

int main(void) {
    double two = sqrt(4.0);
    (void)two;
    assert(0);
    return 0;
}
