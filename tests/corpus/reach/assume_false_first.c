//@ safe
//@ by: explicit
// Nothing comes after a failing assumption.
#include <assert.h>

void __VERIFIER_assume(int);

int main(void) {
    __VERIFIER_assume(0);
    assert(0);
    return 0;
}
