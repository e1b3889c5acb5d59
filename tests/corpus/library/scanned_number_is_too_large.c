//@ assertions: safe
//@ by: explicit
//@ twin: scanned_number_is_too_large_silently
// The number that does not fit leaves ERANGE in `errno`, as with `strtol`.
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>

int main(void)
{
    long number = 0;
    errno = 0;
    assert(sscanf("99999999999999999999", "%ld", &number) == 1);
    assert(number == LONG_MAX && errno == ERANGE);
    return 0;
}
