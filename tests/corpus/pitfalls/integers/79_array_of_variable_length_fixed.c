//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 79_array_of_variable_length
// It is the old one.
#include <assert.h>

int main(void) {
    int n = 2;
    int a[n];
    n = 5;
    a[1] = 1;
    assert(sizeof a == 2 * sizeof(int));
    return a[1];
}
