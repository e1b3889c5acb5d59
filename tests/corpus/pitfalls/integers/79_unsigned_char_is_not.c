//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 79_plain_char_is_signed
// unsigned char is not.
#include <assert.h>

int main(void) {
    unsigned char c = 200;
    assert(c < 0);
    return 0;
}
