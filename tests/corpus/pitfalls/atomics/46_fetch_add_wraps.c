//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 46_plain_addition_overflows
// Atomic arithmetic on signed integers wraps silently (C11 7.17.7.5).
#include <assert.h>
#include <limits.h>
#include <stdatomic.h>

int main(void) {
    atomic_int x = INT_MAX;
    atomic_fetch_add(&x, 1);
    assert(x == INT_MIN);
    return 0;
}
