//@ leaks: unsafe  others: safe
//@ by: explicit bmc
//@ twin: freed_for_all_sizes
// Of one size the cell is allocated and not freed.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int *cell = 0;
    int size = __VERIFIER_nondet_int();
    if (size > 0) {
        cell = malloc(sizeof *cell);
        *cell = size;
    }
    if (size > 1) {
        free(cell);
    }
    return 0;
}
