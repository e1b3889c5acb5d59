//@ all: safe  leaks: safe
//@ by: explicit bmc
//@ twin: never_freed
// Whoever allocates the cell frees it.
#include <stdlib.h>

int main(void) {
    int *cell = malloc(sizeof *cell);
    *cell = 1;
    free(cell);
    return 0;
}
