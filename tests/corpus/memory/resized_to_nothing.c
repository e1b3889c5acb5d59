//@ all: safe
//@ by: explicit bmc
//@ twin: resized_to_nothing_and_used
// What `realloc` makes of size 0 is nothing or an object of no bytes: the old one is freed in any case.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *old = malloc(4);
    char *new = realloc(old, 0);
    if (new)
        free(new);
    char *first = realloc(0, 0);
    assert(first);
    free(first);
    return 0;
}
