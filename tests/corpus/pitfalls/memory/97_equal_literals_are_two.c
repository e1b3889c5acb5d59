//@ assertions: unsafe  others: safe
//@ by: explicit
//@ twin: 97_literals_that_differ
// Two literals with the same characters may be two objects.
#include <assert.h>

int main(void) {
    const char *a = "x", *b = "x";
    assert(a == b);
    return 0;
}
