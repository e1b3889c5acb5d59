//@ safe
//@ by: bmc explicit
//@ twin: uninitialized_copies
// Copies of an indeterminate value agree once a step has looked at it.
#include <assert.h>

_Bool __VERIFIER_nondet_bool(void);

struct pair { int first, second; };

int main(void) {
    int a, b, k[2];
    struct pair local;
    if (__VERIFIER_nondet_bool()) {
        a = b;
        b = k[1];
        k[0] = a;
        local.first = b;
        a = local.second;
    }
    if (a == 4)
        b = a;
    assert(a != 4 || b == 4);
    return 0;
}
