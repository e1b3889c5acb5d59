//@ assertions: unsafe  others: safe
//@ by: explicit bmc
//@ twin: resized_to_nothing
// `realloc` to size 0 may return null.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *memory = malloc(4);
    memory = realloc(memory, 0);
    assert(memory);
    free(memory);
    return 0;
}
