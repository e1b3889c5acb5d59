//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 79_enumeration_counts_on
// Not its position.
#include <assert.h>

enum { a, b = 5, c };

int main(void) {
    assert(a == 0 && c == 2);
    return 0;
}
