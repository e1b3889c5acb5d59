//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 67_freed_through_alias
// Two allocations.
#include <stdlib.h>

int main(void) {
    int *a = malloc(sizeof *a);
    int *b = malloc(sizeof *b);
    free(a);
    free(b);
    return 0;
}
