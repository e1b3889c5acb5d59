//@ overflow: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 46_fetch_add_wraps
// Plain arithmetic does not.
#include <assert.h>
#include <limits.h>

int main(void) {
    int x = INT_MAX;
    x = x + 1;
    assert(x == INT_MIN);
    return 0;
}
