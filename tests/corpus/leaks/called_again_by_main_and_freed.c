//@ all: safe  leaks: safe
//@ twin: called_again_by_main_and_kept
// The inner call of main returns while the outer one has a cell: that is not the end of the process.
#include <stdlib.h>

int depth;

int main(void) {
    if (depth == 1)
        return 0;
    depth = 1;
    int *cell = malloc(sizeof *cell);
    *cell = main();
    free(cell);
    return 0;
}
