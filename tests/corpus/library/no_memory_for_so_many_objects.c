//@ assertions: safe
//@ by: explicit bmc
//@ twin: no_memory_and_no_error_number
// The product of the sizes overflows.
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void)
{
    errno = 0;
    assert(calloc((size_t)-1, 2) == 0);
    assert(errno == ENOMEM);
    return 0;
}
