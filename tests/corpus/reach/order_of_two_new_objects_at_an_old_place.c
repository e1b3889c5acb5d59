//@ safe
// Equal places first, their order later: the second object lies where the first one was, and in front of what that lay in front of.
#include <assert.h>
#include <stdlib.h>

static int a;

int main(void) {
    int *old = malloc(sizeof *old);
    if (!old)
        return 0;
    free(old);
    int *new = malloc(sizeof *new);
    if (new && new == old)
        assert((new < &a) == (old < &a));
    free(new);
    return 0;
}
