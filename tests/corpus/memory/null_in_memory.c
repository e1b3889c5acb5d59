//@ memory: unsafe
//@ by: explicit
//@ twin: address_in_memory
//@ domain: 0 1
// A pointer in a global is null until it is written.
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int *kept, cells[2];

int main(void) {
    for (;;) {
        if (__VERIFIER_nondet_int())
            kept = cells;
        int *to = kept;
        to[1] = 1;
        if (__VERIFIER_nondet_int())
            return 0;
    }
}
