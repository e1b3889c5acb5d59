//@ leaks: unsafe  others: safe
//@ twin: called_again_by_main_and_freed
// The process ends with the outer call of main, which keeps its cell.
#include <stdlib.h>

int depth;

int main(void) {
    if (depth == 1)
        return 0;
    depth = 1;
    int *cell = malloc(sizeof *cell);
    *cell = main();
    return 0;
}
