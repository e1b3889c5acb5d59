//@ memory: unsafe
//@ twin: argument_list_copied_and_printed_twice
// A jump leads back to the call that reads the list.
#include <stdarg.h>
#include <stdio.h>

static void print(const char *format, ...)
{
    char text[20];
    int count = 0;
    va_list list;
    va_start(list, format);
again:
    vsnprintf(text, sizeof text, format, list);
    if (++count < 2)
        goto again;
    va_end(list);
}

int main(void)
{
    print("%s", "text");
    return 0;
}
