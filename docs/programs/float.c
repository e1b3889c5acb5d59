/* A result that is taken for any value: see docs/limits.md. */
#include <assert.h>

extern double __VERIFIER_nondet_double(void);

int main(void) {
    double half = __VERIFIER_nondet_double() / 2;
    assert(half < 1);
    return 0;
}
