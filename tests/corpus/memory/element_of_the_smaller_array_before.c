//@ memory: unsafe
//@ twin: element_of_the_array_before
//@ domain: 0 2
// The pointer is an element of the array that was there when it was computed, which is smaller.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int *cells;

int main(void) {
    int n = __VERIFIER_nondet_int();
    int i = __VERIFIER_nondet_int();
    if (n < 1 || n > 2 || i < 0 || i >= n)
        return 0;
    int *small = malloc((n - 1) * sizeof *cells);
    int *large = malloc(n * sizeof *cells);
    cells = small;
    int *cell = &cells[i];
    cells = large;
    *cell = 1;
    free(small);
    free(large);
    return 0;
}
