//@ overflow: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 75_negation_of_the_next
// There is no positive twin of the least int.
#include <assert.h>
#include <limits.h>

int main(void) {
    int i = INT_MIN;
    int j = -i;
    assert(j == i);
    return 0;
}
