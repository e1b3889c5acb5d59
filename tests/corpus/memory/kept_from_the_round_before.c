//@ memory: unsafe
//@ by: bmc
//@ twin: made_and_freed_in_each_round
//@ domain: 0 1
// A register still has the address of the number that the round before has freed.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *last = 0;
    while (__VERIFIER_nondet_int()) {
        int *number = malloc(sizeof *number);
        if (!number)
            return 1;
        *number = 1;
        if (last)
            *last = 2;
        last = number;
        free(number);
    }
    return 0;
}
