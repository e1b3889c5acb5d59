//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 06_comma_orders_wrong
// A comma is a sequence point: the left side is over before the right one begins.
#include <assert.h>

int s;

int set(int value) {
    s = value;
    return value;
}

int main(void) {
    int r = (set(1), set(2));
    assert(r == 2 && s == 2);
    return 0;
}
