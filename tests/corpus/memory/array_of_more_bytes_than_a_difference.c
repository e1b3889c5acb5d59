//@ memory: safe
//@ by: static
//@ twin: array_of_more_bytes_than_a_number
//@ domain: 0 3
//@ data-model: ilp32
// The array has up to 4,294,967,292 bytes: it lives, if malloc succeeds.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1073741823)
        return 0;
    int *cells = malloc((unsigned)n * sizeof *cells);
    for (int i = 0; i < n; i++)
        cells[i] = __VERIFIER_nondet_int();
    free(cells);
    return 0;
}
