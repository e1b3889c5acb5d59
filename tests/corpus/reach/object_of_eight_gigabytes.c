//@ assertions: unsafe
// An object that is too large for executions: a violation is not confirmed, and is no internal error.
#include <assert.h>

static char large[1L << 33];
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int number = __VERIFIER_nondet_int();
    assert(number != 5);
    return large[0];
}
