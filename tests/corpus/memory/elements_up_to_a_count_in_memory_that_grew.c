//@ memory: unsafe
//@ twin: elements_up_to_a_count_in_memory
//@ domain: 0 3
// The count in memory grows behind the allocation.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int *cells, n;

int main(void) {
    n = __VERIFIER_nondet_int();
    if (n < 0 || n > 2)
        return 0;
    cells = malloc(n * sizeof *cells);
    n++;
    for (int i = 0; i < n; i++)
        cells[i] = i;
    free(cells);
    return 0;
}
