//@ safe
//@ twin: char_is_zero_after_256_steps
//@ by: sequential
// An unsigned char that wraps.
#include <assert.h>

int main(void) {
    unsigned char c = 1;
    while (1) {
        assert(c != 0);
        c = c + 2;
    }
}
