//@ safe
//@ twin: bit_is_shifted_out
//@ by: sequential
// One bit in a byte.
#include <assert.h>

int main(void) {
    unsigned char r = 1;
    while (1) {
        r = (unsigned char)(r << 1) | (r >> 7);
        assert(r != 0);
    }
}
