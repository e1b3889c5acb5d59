//@ memory: safe
//@ by: explicit
//@ twin: null_in_memory
//@ domain: 0 1
// A pointer in a global is written before it is read.
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int *kept, cells[2];

int main(void) {
    for (;;) {
        kept = cells;
        int *to = kept;
        to[1] = 1;
        if (__VERIFIER_nondet_int())
            return 0;
    }
}
