//@ assertions: unsafe  others: safe
//@ domain: 0 1 2
//@ by: explicit bmc
//@ twin: error_number_is_kept_by_outputs
// Either call may leave it as it was.
#include <assert.h>
#include <errno.h>
#include <stdio.h>

int main(void)
{
    errno = 0;
    puts("one");
    puts("two");
    assert(errno != 0);
    return 0;
}
