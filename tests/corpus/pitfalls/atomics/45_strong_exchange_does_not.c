//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 45_weak_exchange_may_fail
// A strong one fails only if the values differ.
#include <assert.h>
#include <stdatomic.h>

int main(void) {
    atomic_int x = 0;
    int expected = 0;
    atomic_compare_exchange_strong(&x, &expected, 1);
    assert(x == 1);
    return 0;
}
