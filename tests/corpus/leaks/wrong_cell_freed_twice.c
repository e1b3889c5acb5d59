//@ memory: unsafe  leaks: safe  others: safe
//@ by: explicit bmc
//@ twin: right_cells_freed
// The second free violates memory and ends the execution: the process does not end in order.
#include <stdlib.h>

int main(void) {
    int *cell = malloc(sizeof *cell);
    int *other = malloc(sizeof *other);
    free(cell);
    free(cell);
    return 0;
}
