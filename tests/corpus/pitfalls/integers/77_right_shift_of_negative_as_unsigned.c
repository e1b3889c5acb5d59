//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 77_right_shift_of_negative
// An unsigned one gets a zero.
#include <assert.h>

int main(void) {
    int a = -8;
    assert((unsigned)a >> 1 == (unsigned)-4);
    return 0;
}
