//@ all: safe
//@ by: explicit
//@ twin: 94_allocated_where_another_was_freed
// Two objects that live at the same time have different addresses.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *old = malloc(sizeof *old);
    int *new = malloc(sizeof *new);
    free(old);
    assert(new != old);
    free(new);
    return 0;
}
