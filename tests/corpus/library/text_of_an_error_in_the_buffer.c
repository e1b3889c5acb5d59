//@ memory: unsafe  others: safe
//@ domain: -1 0 1
//@ twin: text_of_an_error_or_no_text
// The function of GNU returns a text of its own and leaves the buffer alone.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char buffer[2];
    strerror_r(ENOENT, buffer, sizeof buffer);
    puts(buffer);
    return 0;
}
