//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 79_boolean_of_two
// In a byte it may become 0.
#include <assert.h>

int main(void) {
    int two = 256;
    unsigned char b = two;
    assert(b == 1);
    return 0;
}
