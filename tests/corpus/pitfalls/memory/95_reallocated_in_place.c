//@ assertions: unsafe  others: safe
//@ by: explicit
//@ twin: 95_reallocated_beside_another
// realloc may return the address that it was given.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *other = malloc(sizeof *other);
    int *old = malloc(sizeof *old);
    int *new = realloc(old, 2 * sizeof *new);
    assert(new != old);
    free(new);
    free(other);
    return 0;
}
