//@ assertions: unsafe  others: safe
//@ by: bmc explicit
//@ twin: uninitialized_copies_agree
//@ domain: 0 4 7 9
// A step that copies an indeterminate value leaves the choice at two places: where it read, and in the register that it wrote,
// which may have had a choice of its own.
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
    assert(a != 4 || b != 4 || local.first != 9 || k[0] != 7);
    return 0;
}
