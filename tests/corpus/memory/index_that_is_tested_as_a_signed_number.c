//@ memory: unsafe
//@ twin: index_that_is_tested_as_it_is
//@ domain: 0 3 4294967295
// As a signed number the index is less than the count; it may be very large.
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned i = __VERIFIER_nondet_uint();
    int n = (int)__VERIFIER_nondet_uint();
    if (n < 1 || n > 2)
        return 0;
    int *cells = malloc(n * sizeof *cells);
    if ((int)i < n)
        cells[i] = 1;
    free(cells);
    return 0;
}
