//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 90_calloc_in_a_loop
// Not zeroed.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(40);
    assert(p[39] == 0);
    free(p);
    return 0;
}
