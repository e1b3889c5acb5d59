//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 76_bytes_are_added_as_bytes
// Operands are promoted: 200 + 100 is 300.
#include <assert.h>

int main(void) {
    unsigned char a = 200, b = 100;
    assert(a + b == 300);
    return 0;
}
