//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 67_freed_inside
// Moved back.
#include <stdlib.h>

int main(void) {
    int *a = malloc(2 * sizeof *a);
    a++;
    free(a - 1);
    return 0;
}
