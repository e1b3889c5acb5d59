//@ memory: safe
//@ by: static
//@ twin: free_of_what_was_freed
//@ domain: 0 1
// A pointer in memory is freed whether it is null or not.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int *kept;

int main(void) {
    if (__VERIFIER_nondet_int())
        kept = malloc(sizeof *kept);
    free(kept);
    return 0;
}
