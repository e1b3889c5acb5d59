//@ memory: unsafe
//@ twin: allocation_of_a_small_size
//@ domain: -1 1
// No object is as large as a negative number that is read as a size: there is no memory.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *none = 0;
    int n = __VERIFIER_nondet_int();
    char *p = malloc(n);
    if (!p)
        *none = 1;
    return 0;
}
