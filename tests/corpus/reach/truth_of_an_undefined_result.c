//@ assertions: unsafe  arithmetic: unsafe  others: safe
//@ twin: truth_of_a_defined_result
//@ by: explicit
//@ domain: 0 5
// A quotient by zero is any number, 5 for instance; it is used in the expression in which it comes about.
#include <assert.h>

int divisor = 0;

int main(void) {
    int by = divisor;
    assert(3 / by != 5);
    return 0;
}
