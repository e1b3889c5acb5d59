//@ all: safe
//@ domain: 0 1 2
//@ twin: error_number_set_before_the_output
// What the call left is overwritten.
#include <assert.h>
#include <errno.h>
#include <stdio.h>

int main(void)
{
    puts("text");
    errno = 0;
    assert(errno == 0);
    return 0;
}
