//@ safe
//@ twin: array_is_zeroed_but_one
//@ by: sequential
// Each cell of a small array.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned a[4];
    for (unsigned i = 0; i < 4; i++)
        a[i] = 0;
    unsigned k = __VERIFIER_nondet_uint();
    if (k < 4)
        assert(a[k] == 0);
    return 0;
}
