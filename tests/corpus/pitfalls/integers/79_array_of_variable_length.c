//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 79_array_of_variable_length_fixed
// The size of an array of variable length is fixed where it is declared.
#include <assert.h>

int main(void) {
    int n = 2;
    int a[n];
    n = 5;
    a[1] = 1;
    assert(sizeof a == 5 * sizeof(int));
    return a[1];
}
