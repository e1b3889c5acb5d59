//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 77_shift_by_width
// By one less it is not.
#include <assert.h>

int main(void) {
    int width = 32;
    assert(1u << (width - 1) == 2147483648u);
    return 0;
}
