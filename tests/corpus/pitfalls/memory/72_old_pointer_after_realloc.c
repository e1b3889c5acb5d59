//@ memory: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 72_reallocated_is_another
// Used all the same.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 7;
    int *q = realloc(p, 2 * sizeof *q);
    assert(*p == 7);
    free(q);
    return 0;
}
