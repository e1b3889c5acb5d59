//@ assertions: safe
//@ by: explicit
//@ twin: scanned_number_is_too_large_silently
// A number that does not fit becomes the greatest one. It may leave ERANGE in `errno`.
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>

int main(void)
{
    long number = 0;
    errno = 0;
    assert(sscanf("99999999999999999999", "%ld", &number) == 1);
    assert(number == LONG_MAX && (errno == ERANGE || errno == 0));
    return 0;
}
