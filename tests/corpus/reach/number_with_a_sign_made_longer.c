//@ assertions: safe
//@ twin: number_without_sign_made_longer
//@ domain: 0 -1
// A negative number stays negative.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int small = __VERIFIER_nondet_int();
    if (small >= 0)
        return 0;
    long large = small;
    assert(large < 0);
    return 0;
}
