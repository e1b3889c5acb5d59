//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 73_uninitialized_local_twice
// What a local happens to be, it stays.
#include <assert.h>

int main(void) {
    int x;
    int y = x;
    assert(x == y);
    return 0;
}
