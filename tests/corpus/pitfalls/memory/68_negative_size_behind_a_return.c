//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 68_negative_size_is_no_contradiction
// A return before it does.
#include <assert.h>

int main(void) {
    int n = -4;
    void *p = 0;
    if (n < 0)
        return 0;
    assert(0);
    return p != 0;
}
