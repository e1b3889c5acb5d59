//@ assertions: unsafe
//@ by: explicit bmc
//@ twin: text_of_a_number_too_large
// A text with a number that no long can hold leaves ERANGE in errno.
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

int main(void)
{
    errno = 0;
    assert(atol("99999999999999999999") == LONG_MAX && errno == 0);
    return 0;
}
