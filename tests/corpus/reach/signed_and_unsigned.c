//@ safe
//@ by: explicit
// -1 is compared as an unsigned number.
#include <assert.h>

int main(void) {
    unsigned char a = 200, b = 100;
    assert(a + b == 300);
    assert(!(-1 < 1u));
    assert(-7 / 2 == -3 && -7 % 2 == -1);
    return 0;
}
