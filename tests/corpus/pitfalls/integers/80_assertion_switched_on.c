//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 80_assertion_switched_off
// Without it, it is one.
#include <assert.h>

#include <assert.h>

int main(void) {
    int i = 0;
    assert(i++ == 7);
    return i;
}
