//@ memory: safe
//@ by: explicit
//@ twin: null_in_memory_that_was_allocated
//@ domain: 0 1
// What is allocated with zeros is written before it is read.
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int cell;

int main(void) {
    int **kept = calloc(2, sizeof *kept);
    kept[1] = &cell;
    int *to = kept[1];
    *to = 1;
    free(kept);
    return 0;
}
