//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 73_initialized_local
// An uninitialized local may be anything.
#include <assert.h>

int main(void) {
    int x;
    if (x)
        assert(0);
    return 0;
}
