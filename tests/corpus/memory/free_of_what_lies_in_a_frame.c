//@ memory: unsafe
//@ twin: elements_up_to_the_count
//@ domain: 0 3
// What lies in the frame of a procedure is freed.
#include <alloca.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 2)
        return 0;
    int *cells = alloca(n * sizeof *cells);
    free(cells);
    return 0;
}
