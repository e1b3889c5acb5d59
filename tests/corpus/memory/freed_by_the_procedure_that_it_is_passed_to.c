//@ memory: unsafe
//@ by: bmc
//@ twin: passed_to_a_procedure_that_keeps_it
//@ domain: 0 1
// A procedure frees the number that it gets on one way.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int *change(int *number) {
    *number += 1;
    if (__VERIFIER_nondet_int()) {
        free(number);
        return 0;
    }
    return number;
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        int *number = malloc(sizeof *number);
        if (!number)
            return 1;
        *number = 1;
        change(number);
        *number = 2;
    }
    return 0;
}
