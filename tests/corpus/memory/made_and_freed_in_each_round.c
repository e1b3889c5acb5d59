//@ memory: safe
//@ by: static
//@ twin: used_behind_its_free_in_a_round
//@ domain: 0 1
// Each round allocates a number and frees it. The free of one round lies before the accesses of the next one.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    while (__VERIFIER_nondet_int()) {
        int *number = malloc(sizeof *number);
        if (!number)
            return 1;
        *number = 1;
        if (*number > 1) {
            free(number);
            continue;
        }
        *number += 2;
        free(number);
    }
    return 0;
}
