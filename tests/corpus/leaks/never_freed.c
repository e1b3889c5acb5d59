//@ leaks: unsafe  others: safe
//@ by: explicit bmc
//@ twin: freed_by_main
// Nobody frees the cell.
#include <stdlib.h>

int main(void) {
    int *cell = malloc(sizeof *cell);
    *cell = 1;
    return 0;
}
