//@ unsafe
//@ twin: array_is_zeroed
//@ by: sequential
//@ domain: 0 1 2 3
// Each cell of a small array.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned a[4];
    for (unsigned i = 0; i < 4; i++)
        a[i] = i == 2;
    unsigned k = __VERIFIER_nondet_uint();
    if (k < 4)
        assert(a[k] == 0);
    return 0;
}
