//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 78_division_rounds_to_zero
// A shift rounds down.
#include <assert.h>

int main(void) {
    int a = -7, b = 2;
    assert(a >> 1 == -3);
    return 0;
}
