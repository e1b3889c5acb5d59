//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 76_minus_one_and_one
// -1 < 1u is false: -1 becomes the largest unsigned.
#include <assert.h>

int main(void) {
    int a = -1;
    unsigned b = 1;
    if (a < b)
        assert(0);
    return 0;
}
