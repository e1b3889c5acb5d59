//@ unsafe
//@ twin: bit_rotates
//@ by: sequential
// One bit in a byte.
#include <assert.h>

int main(void) {
    unsigned char r = 1;
    while (1) {
        r = (unsigned char)(r << 1);
        assert(r != 0);
    }
}
