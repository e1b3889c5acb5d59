//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 77_shift_by_width
// A long has more bits.
#include <assert.h>

int main(void) {
    int width = 32;
    assert(1ul << width == 4294967296ul);
    return 0;
}
