//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 73_no_initializer_at_all
// What an initializer leaves out is zero, in locals too.
#include <assert.h>

int main(void) {
    int a[3] = {1};
    struct {
        int x;
        int y;
    } s = {.x = 1};
    assert(a[1] == 0 && a[2] == 0 && s.y == 0);
    return 0;
}
