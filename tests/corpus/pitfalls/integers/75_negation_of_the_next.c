//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 75_negation_overflows
// Of the next one there is.
#include <assert.h>
#include <limits.h>

int main(void) {
    int i = INT_MIN + 1;
    int j = -i;
    assert(j == INT_MAX);
    return 0;
}
