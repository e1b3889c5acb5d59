//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 45_failure_does_not_leave_it
// On failure the expected value becomes the one that was found.
#include <assert.h>
#include <stdatomic.h>

int main(void) {
    atomic_int x = 5;
    int expected = 0;
    _Bool done = atomic_compare_exchange_strong(&x, &expected, 1);
    assert(!done && expected == 5 && x == 5);
    return 0;
}
