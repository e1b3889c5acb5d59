//@ unsafe
//@ by: explicit bmc
//@ twin: output_of_a_list_with_a_lock
// The execution goes on behind the output.
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
    assert(count == 2);
    return 0;
}
