//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 76_bytes_are_added_as_ints
// Stored in a byte, the sum is 44.
#include <assert.h>

int main(void) {
    unsigned char a = 200, b = 100;
    a = a + b;
    assert(a == 300);
    return 0;
}
