//@ all: safe
//@ by: explicit
//@ twin: 98_one_after_the_other_is_the_old_one
// Two objects that live at the same time are not both where the old one was.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *old = malloc(sizeof *old);
    free(old);
    int *one = malloc(sizeof *one);
    int *other = malloc(sizeof *other);
    int first = one == old, second = other == old;
    assert(!first || !second);
    free(one);
    free(other);
    return 0;
}
