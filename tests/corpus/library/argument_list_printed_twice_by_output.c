//@ memory: unsafe
//@ twin: argument_list_copied_by_output
// A function of the program has the name of none of the library, and prints its list twice.
#include <stdarg.h>
#include <stdio.h>

static void output(const char *format, ...)
{
    char text[20];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
}

int main(void)
{
    output("%s", "text");
    return 0;
}
