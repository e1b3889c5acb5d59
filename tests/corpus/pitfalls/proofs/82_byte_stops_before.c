//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 82_byte_wraps_after_256
// It has 255 turns.
#include <assert.h>

int main(void) {
    unsigned char c = 1;
    int turns = 0;
    while (c != 0) {
        c++;
        turns++;
    }
    assert(turns == 255);
    return 0;
}
