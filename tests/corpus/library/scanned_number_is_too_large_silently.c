//@ assertions: unknown
//@ twin: scanned_number_is_too_large
// Whether `errno` is set is not known.
#include <assert.h>
#include <errno.h>
#include <stdio.h>

int main(void)
{
    long number = 0;
    errno = 0;
    sscanf("99999999999999999999", "%ld", &number);
    assert(errno == 0);
    return 0;
}
