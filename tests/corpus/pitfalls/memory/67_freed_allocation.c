//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 67_freed_local
// An allocation.
#include <stdlib.h>

int main(void) {
    int local = 0;
    int *p = malloc(sizeof *p);
    free(p);
    return 0;
}
