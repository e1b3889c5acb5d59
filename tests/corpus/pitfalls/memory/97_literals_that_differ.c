//@ all: safe
//@ by: explicit
//@ twin: 97_equal_literals_are_one
// Literals with different characters are different objects.
#include <assert.h>

int main(void) {
    const char *a = "x", *b = "y";
    assert(a != b);
    return 0;
}
