//@ assertions: unsafe  others: safe
//@ by: explicit
//@ twin: 98_two_that_live_are_not_both_the_old_one
// Two objects may be where the old one was, one after the other.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *old = malloc(sizeof *old);
    free(old);
    int *one = malloc(sizeof *one);
    free(one);
    int *other = malloc(sizeof *other);
    int first = one == old, second = other == old;
    assert(!first || !second);
    free(other);
    return 0;
}
