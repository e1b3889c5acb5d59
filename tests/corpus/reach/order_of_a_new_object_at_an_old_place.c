//@ safe
// An object that is created where another one was lies in front of what that one lay in front of. The equality of the two addresses and their
// order have no model together, so nothing is said of it; nothing wrong, in particular.
#include <assert.h>
#include <stdlib.h>

static int a;

int main(void) {
    int *old = malloc(sizeof *old);
    if (!old)
        return 0;
    int is_in_front = old < &a;
    free(old);
    int *new = malloc(sizeof *new);
    if (new && new == old)
        assert((new < &a) == is_in_front);
    free(new);
    return 0;
}
