//@ safe
//@ by: explicit bmc
//@ twin: assertion_behind_output_of_a_list
// The owner of the stream writes variable arguments.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

static int count;

static void say(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
}

int main(void)
{
    flockfile(stderr);
    say("%d\n", 1);
    count++;
    funlockfile(stderr);
    assert(count == 1);
    return 0;
}
