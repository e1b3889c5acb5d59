//@ memory: unsafe
//@ by: explicit
//@ twin: free_of_what_may_be_null
//@ domain: 0 1
// A pointer in memory is freed twice unless it is null.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int *kept;

int main(void) {
    if (__VERIFIER_nondet_int())
        kept = malloc(sizeof *kept);
    free(kept);
    free(kept);
    return 0;
}
