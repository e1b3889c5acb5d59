//@ memory: unsafe
//@ twin: array_of_more_bytes_than_a_difference
//@ domain: 0 1073741825
//@ data-model: ilp32
// For 1,073,741,825 elements four bytes are allocated.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1073741825)
        return 0;
    int *cells = malloc((unsigned)n * sizeof *cells);
    for (int i = 0; i < n; i++)
        cells[i] = __VERIFIER_nondet_int();
    free(cells);
    return 0;
}
