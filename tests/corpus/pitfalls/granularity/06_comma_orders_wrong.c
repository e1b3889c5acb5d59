//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 06_comma_orders
// The value of a comma expression is that of its right side.
#include <assert.h>

int s;

int set(int value) {
    s = value;
    return value;
}

int main(void) {
    int r = (set(1), set(2));
    assert(r == 1 && s == 2);
    return 0;
}
