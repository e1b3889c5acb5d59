//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 79_unsigned_char_is_not
// char is signed on the machines that the data models describe.
#include <assert.h>

int main(void) {
    char c = (char)200;
    assert(c < 0);
    return 0;
}
