//@ assertions: unsafe
//@ domain: 0 1 5
//@ by: explicit
//@ twin: error_number_kept_over_a_message
// Writing the message may fail, and sets `errno` then.
#include <assert.h>
#include <errno.h>
#include <stdio.h>

int main(void)
{
    errno = EINTR;
    perror("interrupted");
    assert(errno == EINTR);
    return 0;
}
