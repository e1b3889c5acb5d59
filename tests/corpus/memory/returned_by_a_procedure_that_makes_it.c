//@ memory: safe
//@ by: static
//@ twin: returned_after_its_free
//@ domain: 0 1
// A procedure returns new memory, or null.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int *make(void) {
    int *number = malloc(sizeof *number);
    if (!number)
        return 0;
    *number = 1;
    if (__VERIFIER_nondet_int()) {
        free(number);
        return 0;
    }
    return number;
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        int *number = make();
        if (!number)
            continue;
        *number = 2;
        free(number);
    }
    return 0;
}
