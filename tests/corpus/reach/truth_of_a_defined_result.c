//@ all: safe
//@ twin: truth_of_an_undefined_result
//@ by: explicit
//@ domain: 0 5
// The quotient is 3.
#include <assert.h>

int divisor = 1;

int main(void) {
    int by = divisor;
    assert(3 / by != 5);
    return 0;
}
