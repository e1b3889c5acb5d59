//@ memory: unsafe
//@ by: explicit
//@ twin: array_of_a_procedure_that_returned
//@ domain: 0 1
// An array is used after its procedure has returned.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int *kept;

static void keep(void) {
    int cells[2];
    kept = cells;
}

int main(void) {
    do {
        keep();
        int *to = kept;
        if (to)
            to[1] = 1;
    } while (__VERIFIER_nondet_int());
    return 0;
}
