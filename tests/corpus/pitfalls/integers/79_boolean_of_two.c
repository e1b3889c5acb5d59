//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 79_byte_of_256
// Anything but zero becomes 1 in a _Bool.
#include <assert.h>

int main(void) {
    int two = 256;
    _Bool b = two;
    assert(b == 1);
    return 0;
}
