//@ assertions: safe
//@ domain: 0 1 5
//@ by: explicit
//@ twin: error_number_behind_a_message
// The number is kept in a variable.
#include <assert.h>
#include <errno.h>
#include <stdio.h>

int main(void)
{
    errno = EINTR;
    int code = errno;
    perror("interrupted");
    assert(code == EINTR);
    return 0;
}
