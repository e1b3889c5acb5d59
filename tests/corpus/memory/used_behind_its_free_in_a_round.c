//@ memory: unsafe
//@ by: bmc
//@ twin: made_and_freed_in_each_round
//@ domain: 0 1
// One way through a round frees the number before it is used.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    while (__VERIFIER_nondet_int()) {
        int *number = malloc(sizeof *number);
        if (!number)
            return 1;
        *number = 1;
        if (__VERIFIER_nondet_int())
            free(number);
        else
            *number = 2;
        *number += 2;
    }
    return 0;
}
