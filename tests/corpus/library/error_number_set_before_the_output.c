//@ assertions: unsafe  others: safe
//@ domain: 0 1 2
//@ by: explicit bmc
//@ twin: error_number_set_behind_the_output
// A call may change `errno`, also if it succeeds (C11 7.5p3).
#include <assert.h>
#include <errno.h>
#include <stdio.h>

int main(void)
{
    errno = 0;
    puts("text");
    assert(errno == 0);
    return 0;
}
