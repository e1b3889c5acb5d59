//@ safe
//@ twin: factorial_by_calls_is_no_25
//@ by: sequential
// Recursion that ends is inlined.
#include <assert.h>

static unsigned factorial(unsigned n) {
    if (n == 0)
        return 1;
    return n * factorial(n - 1);
}
int main(void) {
    unsigned r = factorial(4);
    assert(r == 24);
    return 0;
}
