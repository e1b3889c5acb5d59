//@ all: safe
//@ domain: -1 0 1
//@ twin: text_of_an_error_in_the_buffer
// The buffer holds a text before.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char buffer[2] = "";
    strerror_r(ENOENT, buffer, sizeof buffer);
    puts(buffer);
    return 0;
}
