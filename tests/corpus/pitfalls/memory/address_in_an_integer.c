//@ assertions: unsafe  others: safe
//@ by: explicit bmc
//@ twin: address_in_a_double
// The same with an integer.
#include <assert.h>
#include <stdint.h>

int x;

int main(void) {
    uintptr_t far = (uintptr_t)&x;
    int *back = (int *)far;
    *back = 1;
    assert(x == 0);
    return 0;
}
