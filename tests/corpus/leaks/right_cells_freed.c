//@ all: safe  leaks: safe
//@ by: explicit bmc
//@ twin: wrong_cell_freed_twice
// Each cell is freed once.
#include <stdlib.h>

int main(void) {
    int *cell = malloc(sizeof *cell);
    int *other = malloc(sizeof *other);
    free(cell);
    free(other);
    return 0;
}
