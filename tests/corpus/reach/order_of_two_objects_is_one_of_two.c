//@ all: safe
//@ by: explicit
//@ twin: order_of_two_objects
// One of two objects lies in front of the other one, whichever operator asks for it.
#include <assert.h>
#include <stdint.h>

static int a, b[2];

int main(void) {
    assert((&a < b) != (b + 1 < &a));
    assert((&a <= b) == (&b[1] > &a));
    assert((&a >= b) == ((uintptr_t)b < (uintptr_t)&a));
    assert(&a != b);
    return 0;
}
