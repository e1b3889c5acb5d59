//@ assertions: unsafe  others: safe
//@ by: explicit
//@ twin: address_is_none_of_the_reserved
// A pointer that is set is not the number that stands for none.
#include <assert.h>

static int x, *p = (int *)-1;

int main(void) {
    p = &x;
    assert(p == (int *)-1);
    return 0;
}
