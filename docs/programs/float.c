/* A result that is taken for any value: see docs/limits.md. */
#include <assert.h>

extern double __VERIFIER_nondet_double(void);

int main(void) {
    double number = __VERIFIER_nondet_double();
    assert(!(number * number < 0));
    return 0;
}
