//@ unsafe
//@ by: explicit
// Two inputs need not be equal.
#include <assert.h>

_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    _Bool a = __VERIFIER_nondet_bool();
    _Bool b = __VERIFIER_nondet_bool();
    assert(a == b);
    return 0;
}
