//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 90_malloc_in_a_loop
// Zeroed memory of a size that a loop would have to fill: nothing is cut off after a few bytes.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *p = calloc(40, 1);
    assert(p[39] == 0);
    free(p);
    return 0;
}
