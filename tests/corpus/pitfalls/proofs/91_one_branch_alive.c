//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 91_both_branches_dead
// One can.
#include <assert.h>
#include <stdlib.h>

_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int x = __VERIFIER_nondet_bool();
    if (x)
        exit(0);
    if (x)
        assert(0);
    else
        assert(0);
    return 0;
}
