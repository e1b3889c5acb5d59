//@ assertions: unsafe  others: safe
//@ with: inline_external.unit.c
//@ twin: 07_inline_and_static_functions
//@ by: explicit bmc
/* An inline definition with the external one in another file, and two static functions of one name. */
#include <assert.h>

inline int twice(int x)
{
    return x + x;
}

int far_step(int x);

static int step(int x)
{
    return x + 1;
}

int main(void)
{
    assert(step(twice(3)) == 7);
    assert(far_step(3) == 7);
    return 0;
}
