//@ all: safe
//@ by: explicit bmc
//@ twin: number_that_is_too_large_wraps
// The greatest or the least number stands for one that is too large, as with `strtol`.
#include <assert.h>
#include <limits.h>
#include <stdlib.h>

int main(void)
{
    assert(atol("99999999999999999999") == LONG_MAX && atoll("-99999999999999999999") == LLONG_MIN);
    assert(atol("9223372036854775807") == LONG_MAX && atol("-9223372036854775808") == LONG_MIN);
    assert(atol("9223372036854775808") == LONG_MAX && atol("9223372036854775806") == LONG_MAX - 1);
    assert(atoi("99999999999999999999") == -1 && atoi("3000000000") == -1294967296);
    return 0;
}
