//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 76_minus_one_and_one_unsigned
// An unsigned short fits into an int, and is one: -1 < 1.
#include <assert.h>

int main(void) {
    int a = -1;
    unsigned short b = 1;
    if (a < b)
        assert(0);
    return 0;
}
