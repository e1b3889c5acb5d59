//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 76_minus_one_and_one_unsigned
// Two ints.
#include <assert.h>

int main(void) {
    int a = -1;
    int b = 1;
    if (a < b)
        assert(0);
    return 0;
}
