//@ memory: unsafe
//@ by: explicit
//@ twin: address_in_memory_that_was_allocated
//@ domain: 0 1
// What is allocated with zeros holds null.
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int cell;

int main(void) {
    int **kept = calloc(2, sizeof *kept);
    if (__VERIFIER_nondet_int())
        kept[1] = &cell;
    int *to = kept[1];
    *to = 1;
    free(kept);
    return 0;
}
