//@ all: safe  leaks: safe
//@ by: explicit bmc
//@ twin: grown_and_not_freed
// realloc has freed the old cells, main frees the new ones.
#include <stdlib.h>

int main(void) {
    int *cells = malloc(sizeof *cells);
    cells[0] = 1;
    int *more = realloc(cells, 2 * sizeof *cells);
    more[1] = 2;
    free(more);
    return 0;
}
