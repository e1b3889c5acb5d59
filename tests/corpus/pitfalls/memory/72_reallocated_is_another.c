//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 72_old_pointer_after_realloc
// realloc moves the contents; the old pointer is dead.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 7;
    int *q = realloc(p, 2 * sizeof *q);
    assert(q[0] == 7);
    free(q);
    return 0;
}
