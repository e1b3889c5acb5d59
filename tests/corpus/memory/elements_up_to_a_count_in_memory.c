//@ memory: safe
//@ by: static
//@ twin: elements_up_to_a_count_in_memory_that_grew
//@ domain: 0 3
// The count is read from memory in each round.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int *cells, n;

int main(void) {
    n = __VERIFIER_nondet_int();
    if (n < 0 || n > 2)
        return 0;
    cells = malloc(n * sizeof *cells);
    for (int i = 0; i < n; i++)
        cells[i] = i;
    free(cells);
    return 0;
}
