//@ unsafe
//@ twin: char_is_odd_for_ever
//@ by: sequential
// An unsigned char that wraps.
#include <assert.h>

int main(void) {
    unsigned char c = 1;
    while (1) {
        assert(c != 0);
        c = c + 1;
    }
}
