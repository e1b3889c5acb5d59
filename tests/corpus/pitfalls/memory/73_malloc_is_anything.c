//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 73_calloc_is_zero
// Fresh memory from malloc is anything.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    assert(*p == 0);
    free(p);
    return 0;
}
