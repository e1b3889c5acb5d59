//@ memory: safe
//@ by: static
//@ twin: elements_up_to_one_that_may_be_behind_the_last
//@ domain: 0 3
// The number of the last element is less than the count.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int last = __VERIFIER_nondet_int();
    if (n < 0 || n > 2 || last >= n)
        return 0;
    int *cells = malloc(n * sizeof *cells);
    for (int i = 0; i <= last; i++)
        cells[i] = i;
    free(cells);
    return 0;
}
