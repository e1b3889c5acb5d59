//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 76_minus_one_and_size_cast
// sizeof is unsigned.
#include <assert.h>

int main(void) {
    int a = -1;
    if (a < sizeof a)
        assert(0);
    return 0;
}
