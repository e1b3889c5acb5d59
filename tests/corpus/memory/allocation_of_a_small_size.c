//@ memory: safe
//@ by: static
//@ twin: allocation_of_a_negative_size
//@ domain: -1 1
// An allocation of a size that an object may have gives memory.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *none = 0;
    int n = __VERIFIER_nondet_int();
    char *p = malloc(n & 63);
    if (!p)
        *none = 1;
    return 0;
}
