//@ memory: safe
//@ twin: index_that_is_tested_as_a_signed_number
//@ domain: 0 3 4294967295
// The index is less than the count.
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned i = __VERIFIER_nondet_uint();
    int n = (int)__VERIFIER_nondet_uint();
    if (n < 1 || n > 2)
        return 0;
    int *cells = malloc(n * sizeof *cells);
    if (i < (unsigned)n)
        cells[i] = 1;
    free(cells);
    return 0;
}
