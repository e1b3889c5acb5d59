//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 73_uninitialized_local
// Zero.
#include <assert.h>

int main(void) {
    int x = 0;
    if (x)
        assert(0);
    return 0;
}
