//@ assertions: unsafe  others: safe
//@ termination: safe
//@ twin: 73_uninitialized_keeps_its_value
// Two of them need not agree.
#include <assert.h>

int main(void) {
    int x;
    int y;
    assert(x == y);
    return 0;
}
