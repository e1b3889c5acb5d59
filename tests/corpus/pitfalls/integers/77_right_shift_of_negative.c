//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 77_right_shift_of_negative_as_unsigned
// Shifting a negative number to the right keeps the sign (implementation-defined; gcc, clang and this tool agree).
#include <assert.h>

int main(void) {
    int a = -8;
    assert(a >> 1 == -4);
    return 0;
}
