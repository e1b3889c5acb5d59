//@ assertions: unsafe  others: safe
//@ by: explicit
//@ twin: 94_allocated_before_the_other_is_freed
// malloc may return the address of memory that was freed.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *old = malloc(sizeof *old);
    free(old);
    int *new = malloc(sizeof *new);
    assert(new != old);
    free(new);
    return 0;
}
