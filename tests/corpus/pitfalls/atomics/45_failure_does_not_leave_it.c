//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 45_failure_writes_back
// It does not stay what it was.
#include <assert.h>
#include <stdatomic.h>

int main(void) {
    atomic_int x = 5;
    int expected = 0;
    _Bool done = atomic_compare_exchange_strong(&x, &expected, 1);
    assert(!done && expected == 0 && x == 5);
    return 0;
}
