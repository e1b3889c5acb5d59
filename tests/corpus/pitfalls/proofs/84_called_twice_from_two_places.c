//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 84_called_once
// The same function, the same values, two places to return to: two states.
#include <assert.h>

int calls;

void f(void) {
    calls = 1;
}

int main(void) {
    f();
    f();
    assert(0);
    return 0;
}
