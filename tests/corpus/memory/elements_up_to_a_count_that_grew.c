//@ memory: unsafe
//@ twin: elements_up_to_the_count
//@ domain: 0 3
// The number grows between the allocation and the loop.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 2)
        return 0;
    int *cells = malloc(n * sizeof *cells);
    n++;
    for (int i = 0; i < n; i++)
        cells[i] = i;
    free(cells);
    return 0;
}
