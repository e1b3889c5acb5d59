//@ assertions: unsafe  others: safe
//@ by: explicit bmc
//@ twin: number_that_is_too_large
// 2 to the power of 64, and 5: that does not become 5.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    assert(atol("18446744073709551621") == 5);
    return 0;
}
