//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 91_one_branch_alive
// Neither branch can be taken, since the condition itself is not reached.
#include <assert.h>
#include <stdlib.h>

_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int x = __VERIFIER_nondet_bool();
    if (x)
        exit(0);
    else
        exit(0);
    if (x)
        assert(0);
    else
        assert(0);
    return 0;
}
