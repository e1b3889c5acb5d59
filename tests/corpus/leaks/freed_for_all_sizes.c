//@ all: safe  leaks: safe
//@ by: explicit bmc
//@ twin: freed_for_large_sizes
// Whenever there is a cell it is freed.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int *cell = 0;
    int size = __VERIFIER_nondet_int();
    if (size > 0) {
        cell = malloc(sizeof *cell);
        *cell = size;
    }
    if (size > 0) {
        free(cell);
    }
    return 0;
}
