//@ all: safe
//@ domain: 0 1 2
//@ twin: error_number_is_changed_by_outputs
// The error number was stored by the program or by a call.
#include <assert.h>
#include <errno.h>
#include <stdio.h>

int main(void)
{
    errno = EAGAIN;
    puts("one");
    puts("two");
    assert(errno != 0);
    return 0;
}
