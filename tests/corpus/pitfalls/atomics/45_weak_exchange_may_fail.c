//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 45_strong_exchange_does_not
// A weak compare-exchange may fail for no reason, even with one thread.
#include <assert.h>
#include <stdatomic.h>

int main(void) {
    atomic_int x = 0;
    int expected = 0;
    atomic_compare_exchange_weak(&x, &expected, 1);
    assert(x == 1);
    return 0;
}
