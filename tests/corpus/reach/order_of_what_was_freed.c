//@ unknown
// A pointer to what was freed has no order that is known.
#include <assert.h>
#include <stdlib.h>

static int a;

int main(void) {
    int *b = malloc(sizeof *b);
    if (!b)
        return 0;
    free(b);
    assert(b < &a);
    return 0;
}
