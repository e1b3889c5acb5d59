//@ memory: unsafe
//@ twin: element_whose_value_is_computed_later
//@ domain: 0 3
// The address of an element is computed before its value; the last one lies behind the array.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 2)
        return 0;
    int *cells = malloc(n * sizeof *cells);
    for (int i = 0; i <= n; i++)
        cells[i] = __VERIFIER_nondet_int();
    free(cells);
    return 0;
}
