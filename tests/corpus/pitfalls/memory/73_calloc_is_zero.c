//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 73_malloc_is_anything
// From calloc it is zero.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *p = calloc(1, sizeof *p);
    assert(*p == 0);
    free(p);
    return 0;
}
