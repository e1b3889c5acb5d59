//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 79_enumeration_counts_on_wrong
// An enumerator without a value is one more than the one before.
#include <assert.h>

enum { a, b = 5, c };

int main(void) {
    assert(a == 0 && c == 6);
    return 0;
}
