//@ all: safe
//@ by: explicit
//@ twin: 95_reallocated_in_place
// realloc does not return the address of another object that lives.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *other = malloc(sizeof *other);
    int *old = malloc(sizeof *old);
    int *new = realloc(old, 2 * sizeof *new);
    assert(new != other);
    free(new);
    free(other);
    return 0;
}
