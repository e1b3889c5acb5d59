//@ assertions: unsafe
//@ twin: number_with_a_sign_made_longer
//@ domain: 0 -1
// A large number without a sign stays positive.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned small = __VERIFIER_nondet_uint();
    if (small < 3000000000u)
        return 0;
    long large = small;
    assert(large < 0);
    return 0;
}
