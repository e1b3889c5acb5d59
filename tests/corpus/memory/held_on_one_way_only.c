//@ memory: unsafe
//@ by: bmc
//@ twin: made_and_freed_in_each_round
//@ domain: 0 1
// A register holds the address of the new number on one way, and that of a freed one on the other way.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *old = malloc(sizeof *old), *number = malloc(sizeof *number);
    if (!old || !number)
        return 1;
    int *used = old;
    if (__VERIFIER_nondet_int())
        used = number;
    free(old);
    *used = 1;
    return 0;
}
