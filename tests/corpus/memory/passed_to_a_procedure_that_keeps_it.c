//@ memory: safe
//@ by: static
//@ twin: freed_by_the_procedure_that_it_is_passed_to
//@ domain: 0 1
// A procedure changes the number that it gets, and may return its address.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int *change(int *number) {
    *number += 1;
    if (*number > 3)
        return 0;
    return number;
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        int *number = malloc(sizeof *number);
        if (!number)
            return 1;
        *number = 1;
        int *same = change(number);
        if (same)
            *number = 2;
        free(number);
    }
    return 0;
}
