//@ memory: unsafe
//@ by: bmc
//@ twin: made_and_freed_in_each_round
//@ domain: 0 1
// One way allocates a number anew, the other one uses what was freed.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *number = malloc(sizeof *number);
    if (!number)
        return 1;
    free(number);
    if (__VERIFIER_nondet_int()) {
        number = malloc(sizeof *number);
        if (!number)
            return 1;
    }
    *number = 1;
    return 0;
}
