//@ memory: unsafe
//@ by: explicit
//@ twin: address_that_is_returned
//@ domain: 0 1
// A procedure returns a pointer from memory, which is null.
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int cells[4], *kept;

static int *find(int number) {
    if (number == 1)
        return kept;
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
