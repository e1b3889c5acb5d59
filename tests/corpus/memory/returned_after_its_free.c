//@ memory: unsafe
//@ by: bmc
//@ twin: returned_by_a_procedure_that_makes_it
//@ domain: 0 1
// A procedure returns memory that it may have freed.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int *make(void) {
    int *number = malloc(sizeof *number);
    if (!number)
        return 0;
    *number = 1;
    if (__VERIFIER_nondet_int())
        free(number);
    return number;
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        int *number = make();
        if (!number)
            continue;
        *number = 2;
    }
    return 0;
}
