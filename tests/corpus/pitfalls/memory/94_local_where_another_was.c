//@ assertions: unsafe  others: safe
//@ by: explicit
//@ twin: 94_local_beside_a_static_one
// A local may lie where a local of a function that has returned lay.
#include <assert.h>

int *first(void) {
    int x = 1;
    int *p = &x;
    return p;
}

int second(int *p) {
    int y = 2;
    return p == &y;
}

int main(void) {
    assert(!second(first()));
    return 0;
}
