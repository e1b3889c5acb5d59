//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 73_rest_of_an_initializer_is_zero
// Without one it is anything.
#include <assert.h>

int main(void) {
    int a[3];
    struct {
        int x;
        int y;
    } s = {.x = 1};
    assert(a[1] == 0 && a[2] == 0 && s.y == 0);
    return 0;
}
