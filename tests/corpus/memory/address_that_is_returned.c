//@ memory: safe
//@ by: static
//@ twin: null_that_is_returned
//@ domain: 0 1
// A procedure returns an address on every way.
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int cells[4], *kept;

static int *find(int number) {
    if (number == 1)
        return cells + 3;
    return cells;
}

int main(void) {
    for (;;) {
        int *to = find(__VERIFIER_nondet_int());
        *to = 1;
        if (__VERIFIER_nondet_int())
            return 0;
    }
}
